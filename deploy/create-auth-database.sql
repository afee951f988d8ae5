-- A separate database for users and sessions; runs once, when the database of compose.yaml is created.
CREATE DATABASE auth;
