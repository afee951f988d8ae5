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
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (1, 1794999402644, 'user added', '50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'maria', 'command line (root)', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (2, 1794999402925, 'second factor set', '50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'maria', 'command line (root)', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (3, 1794999403212, 'client added', 'ea384751-46aa-4c51-bf70-2c83d1804f33', 'nightly', 'command line (root)', 1);
INSERT INTO public.audit OVERRIDING SYSTEM VALUE VALUES (4, 1794999406314, 'login', '50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'maria', '127.0.0.1', 1);
INSERT INTO public.client_credentials VALUES ('ea384751-46aa-4c51-bf70-2c83d1804f33', 'secret', 'MMkLVFKWYCp_YgOsKoP-kEeWMNlKt3e_JM4IVYkdpwM', 1794999403199, NULL);
INSERT INTO public.clients VALUES ('ea384751-46aa-4c51-bf70-2c83d1804f33', 'nightly', 'nightly', 'places report', false, '2026-11-18T10:56:43.199Z', NULL, 0);
INSERT INTO public.failures VALUES ('account 50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 0, 0, 0);
INSERT INTO public.failures VALUES ('address 127.0.0.1', 0, 0, 0);
INSERT INTO public.failures VALUES ('account 50d6964e-d47c-48fa-81da-d9cdcc13b4f3 from 127.0.0.1', 0, 1794999406266, 0);
INSERT INTO public.ktima_migrations VALUES ('auth', 102, '2026-11-18 10:56:42.203352+00');
INSERT INTO public.login_keys VALUES ('maria', '50d6964e-d47c-48fa-81da-d9cdcc13b4f3');
INSERT INTO public.login_keys VALUES ('maria@example.com', '50d6964e-d47c-48fa-81da-d9cdcc13b4f3');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'xd_8v0QFsUpo745VXN-k1MqtGyODNt41cMVayORk9Xo');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'YkiA_K-yBYF-79diyn5Pdnz9DcHFroAYyl7-qoGHZWs');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'Eij7VwU5HyqDdYncn2UEsQDQAFMKRODWgbqGNvq6rY0');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'NJBdBiLA3DsiHnW7HmbYXWasPxQ3uq0XCPGgOMCtJMw');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'SujbE5Xdo5W8wdHIBz0vf27b5F-bP8OkKInw7pYU2wE');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'QD-msJemJcP32yRbAfVhf8utieys7Z0SbVtjmd0o_AU');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'MC6uFr0iEfey1SuJ6UL0edsOK83znildjR0fzdrgxwo');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'V2uzBSX_BdZrFNkEKo62W6LkHd9Ks36C-IcLuShN0GE');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'hOwKYxd-4SIKkO8Gv8fIf7oATitKCaDqUIdrNUTQZDU');
INSERT INTO public.recovery_codes VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'Wv2WviWlJbUfQ0ZRTXinKVSxyFVyZaDNj7VdRTvMSTM');
INSERT INTO public.refresh_tokens VALUES ('SASdppjYAwzzaYGQzaTJGQeBWH-1xVDCTo65qDfYfw0', '1b0f701b-b4e0-4fd5-ae27-26d017636cde', NULL, NULL, NULL);
INSERT INTO public.sessions VALUES ('1b0f701b-b4e0-4fd5-ae27-26d017636cde', '50d6964e-d47c-48fa-81da-d9cdcc13b4f3', '127.0.0.1', '127.0.0.1', 'body', 1794999406306, 1794999406306, 4922899200000, 1795003066306, NULL, NULL);
INSERT INTO public.signing_keys VALUES ('VEUUjZgkRQDu0U_15XeVvuIvZm5DbkAcbsNI_A_G8Ow', 1, '{"x": "eHnVRmBnbWgvtubKvxnKzbElEuKn_Aek78x2VYrTecs", "y": "rGTW3qgznE3hVMu9bioa0gbAUHH-zJAYnZjdiU2dPs8", "alg": "ES256", "crv": "P-256", "kid": "VEUUjZgkRQDu0U_15XeVvuIvZm5DbkAcbsNI_A_G8Ow", "kty": "EC", "use": "sig"}', 'sealed:1:AAj3AvvmvKPVaGfwTA8g5hkvVvPfGrysP4yy85BZFltoDlhVS1_atkNj4MH3Y90X8HgzTljHwIRtfSh8KimI4VsHHOhOrkvMJxrF3PfzAwLaLunlp1NlwBzDNgLxKBlgiPsKM5SmiZYVo2ftx1Vago0mPv6Ykly_AWY6UnVdi2we11hl_KWaajOz3e4fWGZXYb0YflzgVmiorVCDBdanVGLkI4YGYZrftXDuTb1BnqqYI24DqtU_sfFYwqzNAJg3wRG9Sq6Bcilr17ivVAhFfmte7zCGKLe9Efzd0g', 1794999403336, 1794999403336);
INSERT INTO public.users VALUES ('50d6964e-d47c-48fa-81da-d9cdcc13b4f3', 'maria', 'maria@example.com', '$argon2id$v=19$m=19456,t=2,p=1$lbnoVLsKx7U6J7i5u2xu0A$Rcbh3kWCfFK21unBpVTdrQXA3umeFoqM/HbrRAUZgzE', false, '2026-11-18T10:56:42.624Z', 'sealed:1:wnIQ-GqeJ5W_BKFN13JW0D5ZX_kOTb5kH9JzTjsidy2tvOzTumDrdr4ClXZHSl1XUsRK9DsSzc6Q-qUvt7VrXAl9vJaXyJGd0VL8rw', 59833313, 1, false, NULL, NULL, NULL);
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
