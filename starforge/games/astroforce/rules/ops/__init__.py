"""What cards do: the ops of their texts, each with the words that stand on the card and its worth to a bot."""
