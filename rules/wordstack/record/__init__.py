"""What is written down: records of games (`.kgg`) and rulings on single plays."""
