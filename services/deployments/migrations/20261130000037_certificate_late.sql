-- The end of the certificate of which it was told that it should have been renewed, seconds since 1970: each is told of once.
alter table deployments.reach add column told_certificate bigint;
