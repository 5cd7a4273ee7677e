"""A module for each noun of the API: serializers say what is told of a row, views which rows there are."""
