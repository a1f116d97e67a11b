"""What a commander can order, worked out from what the seat may know: moves, orders of a fleet, volleys, berths."""
