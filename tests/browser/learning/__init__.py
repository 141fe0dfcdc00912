"""What helps a newcomer: lessons, rules, reasons and hints, pages for teachers."""
