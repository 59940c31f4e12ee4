-- Rules of which something waits to be sent, from rule to rule along the index: one with very many that wait costs no more than
-- one with a single one.
create view events.waiting_rule as
with recursive waiting (rule_id) as (
    (select rule_id from events.delivery where state = 'waiting' order by rule_id limit 1)
    union all
    select (select d.rule_id from events.delivery d where d.state = 'waiting' and d.rule_id > w.rule_id
            order by d.rule_id limit 1)
    from waiting w where w.rule_id is not null
)
select rule_id from waiting where rule_id is not null;
