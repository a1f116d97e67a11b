"""What operators set, look after and do beside a server that runs."""
