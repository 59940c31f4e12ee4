-- Who people are at the OpenID Connect provider that they sign in with: the subject that it names, which never changes, and
-- not an address, which does.
create table auth.identity (
    issuer text not null,
    subject text not null,
    user_id uuid not null references auth.user on delete cascade,
    created_at timestamptz not null,
    -- when it opened a session last
    used_at timestamptz not null,
    primary key (issuer, subject),
    constraint identity_once unique (user_id, issuer)
);

-- The first step of this sign-in was the provider's.
alter table auth.challenge add column provider boolean not null default false;
