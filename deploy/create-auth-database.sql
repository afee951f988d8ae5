-- Users and sessions apart from the property data; run once, when compose.yaml's database is new.
CREATE DATABASE auth;
