SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.audit (
    id bigint NOT NULL,
    at_ms bigint NOT NULL,
    event text NOT NULL,
    user_id text,
    user_name text,
    came_from text NOT NULL,
    times bigint DEFAULT 1 NOT NULL
);
ALTER TABLE public.audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.client_credentials (
    client_id text NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    created_at_ms bigint NOT NULL,
    expires_at_ms bigint
);
CREATE TABLE public.clients (
    id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    scopes text NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    created_at text NOT NULL,
    expires_at_ms bigint,
    version bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.failures (
    bucket text NOT NULL COLLATE pg_catalog."C",
    failures bigint NOT NULL,
    updated_at_ms bigint NOT NULL,
    locked_until_ms bigint NOT NULL
);
CREATE TABLE public.ktima_migrations (
    name text NOT NULL,
    version integer NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.login_keys (
    login_key text NOT NULL,
    user_id text NOT NULL
);
CREATE TABLE public.recovery_codes (
    user_id text NOT NULL,
    code_hash text NOT NULL
);
CREATE TABLE public.refresh_tokens (
    token_hash text NOT NULL,
    session_id text NOT NULL,
    spent_at_ms bigint,
    next_hash text,
    next_salt text
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    address text NOT NULL,
    network text NOT NULL,
    carrier text NOT NULL,
    started_at_ms bigint NOT NULL,
    refreshed_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    tokens_until_ms bigint NOT NULL,
    ended_at_ms bigint,
    end_number bigint
);
CREATE TABLE public.signing_keys (
    kid text NOT NULL,
    generation bigint NOT NULL,
    public_jwk jsonb NOT NULL,
    private_key text NOT NULL,
    created_at_ms bigint NOT NULL,
    signs_from_ms bigint NOT NULL
);
CREATE TABLE public.spent_assertions (
    id_hash text NOT NULL,
    expires_at_ms bigint NOT NULL
);
CREATE TABLE public.users (
    id text NOT NULL,
    name text NOT NULL,
    email text,
    password_hash text NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    created_at text NOT NULL,
    otp_secret text,
    otp_step bigint DEFAULT 0 NOT NULL,
    otp_version bigint DEFAULT 0 NOT NULL,
    demo boolean DEFAULT false NOT NULL,
    scopes text,
    issuer text,
    subject text
);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (1, 1795000991004, 'user added', '5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'maria', 'command line (root)', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (2, 1795000991163, 'second factor set', '5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'maria', 'command line (root)', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (3, 1795000991412, 'client added', '92f5b80c-fe14-4f19-b925-712ffd6d2a35', 'nightly', 'command line (root)', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (4, 1795000992836, 'login', '5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'maria', '127.0.0.1', 1);
INSERT INTO public.client_credentials VALUES ('92f5b80c-fe14-4f19-b925-712ffd6d2a35', 'secret', 'Ck-VQLYgHulit5BgRlyAztun2s-k7tKyqpboUZUhfIc', 1795000991405, NULL);
INSERT INTO public.clients VALUES ('92f5b80c-fe14-4f19-b925-712ffd6d2a35', 'nightly', 'nightly', 'places report', false, '2026-11-18T11:23:11.406Z', NULL, 0);
INSERT INTO public.failures VALUES ('account 5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 0, 0, 0);
INSERT INTO public.failures VALUES ('address 127.0.0.1', 0, 0, 0);
INSERT INTO public.failures VALUES ('account 5cee2786-0aa3-4d60-9545-46b4a89f3a1d from 127.0.0.1', 0, 1795000992825, 0);
INSERT INTO public.ktima_migrations VALUES ('auth', 102, '2026-11-18 11:23:10.665381+00');
INSERT INTO public.login_keys VALUES ('maria', '5cee2786-0aa3-4d60-9545-46b4a89f3a1d');
INSERT INTO public.login_keys VALUES ('maria@example.com', '5cee2786-0aa3-4d60-9545-46b4a89f3a1d');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'Y9l_efU9azvyhmT0LHELQUTXJcQmJn98ANKWuDbs7iY');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'KePwNGlBSujME27-M2QQEvY1am2y49k1zdGb74XDL8U');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'S7eDO6QLNkh4VoZBHCRbKb6QmTiQBYJrbsqr7N9El0I');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'f7xSV_wJSNOxfr8enpCgwrg1hB9sFOkyyl5-BrRpdZc');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'zXcigEMfYtChN4y6VJi_5ou96LbDJj4AWMTRjiB4L74');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'z9ctt5zkUc7_IQVAF6cRZb-662UZEd3H7mjr89AWWrE');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'rxLD1srfC2YARGHTz5wdMLMTRvTP7cLy4Wdxe4rApy4');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'ydoU-aYor45QDwfUtgOkIVVIKq-v8ramXlG0gderIT8');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'f5rf7CYA_kFHqvMZqiZZjMICLKfgVwGjfEftZDPj9S8');
INSERT INTO public.recovery_codes VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'arme2GXCPSsnQssSwnz6UVaClO-9coV44w8GaB34BpA');
INSERT INTO public.refresh_tokens VALUES ('ge9TvxE4gE3zq5edOqgpAtZLFHQvVor9RJA6bs4ExDw', '5a001ea6-011f-46cb-aa56-38a8fdc0691d', NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('5a001ea6-011f-46cb-aa56-38a8fdc0691d', '5cee2786-0aa3-4d60-9545-46b4a89f3a1d', '127.0.0.1', '127.0.0.1', 'body', 1795000992833, 1795000992833, 4922899200000, 1795004652833, NULL, NULL);
INSERT INTO public.signing_keys VALUES ('7VNoGrzQ_YOn44ke4qozzLrqlIRIxAn9DtmjcocxvAo', 1, '{"x": "MGyPthZEb_ZUjl4A3RW1i2QQHyCLmrL757Pj7FT6ios", "y": "KFLU_k2IzyUDAnjbvabHdz9-xnzDI4zj_D1iJ-cp9xg", "alg": "ES256", "crv": "P-256", "kid": "7VNoGrzQ_YOn44ke4qozzLrqlIRIxAn9DtmjcocxvAo", "kty": "EC", "use": "sig"}', 'sealed:1:00Xc33Phlnn-rQiiDGXKUwZK_9TG1tWMeKWa7gMbUxGsdhZixO8JBnrTYJMIwYjUcsc-IkcZvghS6hwDkZV6ODeYXdv5uNZ2_55uvrkYe19hC7Hx_b9OGy7BGapMMAxFPYpC9ZrB5Y0lRi-00D9iCh0Mht5aJ11nl_MUqPwAfDU7z_A4NnK9tQlYAiDTvIK_9wTnH9DW7kvdHG3CNrpiE1URr3ISJKYw5KzE8WzEZANqCtG6qjipuTTMtmXsqRhGbalzrB92TqSZ6NACeSJnhbiwassZQC7WXrg9tA', 1795000991501, 1795000991501);
INSERT INTO public.users VALUES ('5cee2786-0aa3-4d60-9545-46b4a89f3a1d', 'maria', 'maria@example.com', '$argon2id$v=19$m=19456,t=2,p=1$vJUTwQeWlmiqNhaVw+IHzA$1citAEsBNFJitfd4yzezWFB4+2V0UuAVQZkIQW1lqt4', false, '2026-11-18T11:23:10.990Z', 'sealed:1:bEfKlEK6Lv4fwqDMVIfCdUS-H6M18oANTFDss4z3aojl8Z7fYtp-xt5XxoAB-BX_MS57gXA27HYNlheQYN2GFvJ9bpGjhjpuv35T0Q', 59833366, 1, false, NULL, NULL, NULL);
SELECT pg_catalog.setval('public.audit_id_seq', 4, true);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.client_credentials
    ADD CONSTRAINT client_credentials_pkey PRIMARY KEY (client_id, value);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.clients
    ADD CONSTRAINT clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.failures
    ADD CONSTRAINT failures_pkey PRIMARY KEY (bucket);
ALTER TABLE ONLY public.ktima_migrations
    ADD CONSTRAINT ktima_migrations_pkey PRIMARY KEY (name, version);
ALTER TABLE ONLY public.login_keys
    ADD CONSTRAINT login_keys_pkey PRIMARY KEY (login_key);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_generation_key UNIQUE (generation);
ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (kid);
ALTER TABLE ONLY public.spent_assertions
    ADD CONSTRAINT spent_assertions_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX audit_by_time ON public.audit USING btree (at_ms);
CREATE INDEX audit_by_user ON public.audit USING btree (user_id, id);
CREATE INDEX demo_users ON public.users USING btree (id) WHERE demo;
CREATE INDEX login_keys_by_user ON public.login_keys USING btree (user_id);
CREATE INDEX refresh_tokens_by_session ON public.refresh_tokens USING btree (session_id);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id, network);
CREATE INDEX sessions_listed ON public.sessions USING btree (end_number, id) WHERE (end_number IS NOT NULL);
CREATE INDEX sessions_to_list ON public.sessions USING btree (tokens_until_ms) WHERE ((ended_at_ms IS NOT NULL) AND (end_number IS NULL));
CREATE INDEX spent_assertions_by_time ON public.spent_assertions USING btree (expires_at_ms);
CREATE UNIQUE INDEX users_by_subject ON public.users USING btree (issuer, subject) WHERE (issuer IS NOT NULL);
ALTER TABLE ONLY public.client_credentials
    ADD CONSTRAINT client_credentials_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.clients(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.login_keys
    ADD CONSTRAINT login_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
