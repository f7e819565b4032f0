"""What each section of the rules booklet says, chosen option by option."""
