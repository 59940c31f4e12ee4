//! A caller may hang up at any moment: no connection goes back to the pool with a transaction that nobody knows of.

use crate::ROLE;
use kit::testing;

#[tokio::test]
async fn a_caller_who_hangs_up_while_a_transaction_is_opened_leaves_none_open() {
    let bench = testing::context(&ROLE).await;
    let cx = &bench.cx;
    // so many moments that BEGIN is on its way in some of them
    for moment in 0..300 {
        let hung_up = async {
            for _ in 0..moment {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            biased;
            begun = cx.begin() => drop(begun.unwrap()),
            () = hung_up => {}
        }
        let mut connection = cx.db.acquire().await.unwrap();
        let mut transactions = Vec::new();
        for _ in 0..2 {
            transactions.push(transaction(&mut connection).await);
        }
        assert_ne!(
            transactions[0], transactions[1],
            "a transaction is open: what is written now would not be committed (moment {moment})"
        );
    }
}

/// The transaction in which a statement runs.
async fn transaction(db: &mut sqlx::PgConnection) -> String {
    sqlx::query_scalar("select pg_current_xact_id()::text").fetch_one(db).await.unwrap()
}

/// A word about the session: how statements are planned, whether they may write.
async fn shown(db: &mut sqlx::PgConnection, setting: &str) -> String {
    sqlx::query_scalar("select current_setting($1)").bind(setting).fetch_one(db).await.unwrap()
}

#[tokio::test]
async fn a_narrowed_read_is_planned_for_its_values_and_leaves_nothing_behind() {
    let bench = testing::context(&ROLE).await;
    let one = sqlx::postgres::PgPoolOptions::new().max_connections(1);
    let mut cx = bench.cx.clone();
    cx.db = one.connect_lazy_with(bench.cx.db.connect_options().as_ref().clone());
    for _ in 0..2 {
        let mut narrowed = cx.read(true).await.unwrap();
        assert_eq!(shown(&mut narrowed, "plan_cache_mode").await, "force_custom_plan");
        assert_eq!(shown(&mut narrowed, "transaction_read_only").await, "on");
        drop(narrowed);
        let mut whole = cx.read(false).await.unwrap();
        assert_eq!(shown(&mut whole, "plan_cache_mode").await, "force_generic_plan", "the same connection");
        assert_eq!(shown(&mut whole, "transaction_read_only").await, "off");
        assert_ne!(transaction(&mut whole).await, transaction(&mut whole).await, "no transaction was opened");
    }
}
