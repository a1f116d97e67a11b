"""What is true in Shattered Reach, and what its files hold."""
