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
            let id: String =
                sqlx::query_scalar("select pg_current_xact_id()::text").fetch_one(&mut *connection).await.unwrap();
            transactions.push(id);
        }
        assert_ne!(
            transactions[0], transactions[1],
            "a transaction is open: what is written now would not be committed (moment {moment})"
        );
    }
}
