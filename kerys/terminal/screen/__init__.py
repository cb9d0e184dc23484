"""The full-screen table in the terminal, an application on Textual."""
