"""A population of odd opponents to train and to measure against: some sorts train, the others are only measured."""
