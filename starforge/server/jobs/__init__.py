"""What is done at tables without anybody asking: bots think, time runs out, the operator's command is run."""
