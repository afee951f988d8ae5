-- Runs once, when the server of compose.yaml or of deploy/kubernetes/small is created, as the owner `ktima` in its database `ktima`.
-- Users and sessions get a database of their own. Each service has a role that may only serve:
-- `ktima migrate --serving-role` grants it the rights, and CONNECT to its own database.
\set api_password `cat /run/secrets/api-password`
\set auth_password `cat /run/secrets/auth-password`
CREATE ROLE ktima_api LOGIN PASSWORD :'api_password';
CREATE ROLE ktima_auth LOGIN PASSWORD :'auth_password';
CREATE DATABASE auth;
REVOKE ALL ON DATABASE ktima, auth FROM PUBLIC;
