"""USC: Reach on the screen: its menu of placements and claims, its boards, and the moments everybody shares."""
