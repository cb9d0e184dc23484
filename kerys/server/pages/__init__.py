"""The pages of a site, and what all of them share."""
