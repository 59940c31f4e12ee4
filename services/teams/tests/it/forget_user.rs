use crate::{ADA, BOB, CAT, DAN, House, house, names};
use access::{Role, testing::service_caller};
use proto::teams::{ForgetUserRequest, GetTeamRequest, Team};
use uuid::Uuid;

impl House {
    async fn forget(&self, user: Uuid, heir: Uuid) {
        let (user_id, heir_id) = (user.to_string(), heir.to_string());
        let request = ForgetUserRequest { user_id, user_name: "Somebody".into(), heir_id };
        teams::forget_user::forget_user(&self.app, &service_caller("auth"), request).await.unwrap();
    }

    async fn shown(&self, id: &str) -> Team {
        let admin = self.caller(DAN, Role::Admin).await;
        teams::get::get(&self.app, &admin, GetTeamRequest { id: id.into() }).await.unwrap().team.unwrap()
    }
}

#[tokio::test]
async fn who_is_deleted_leaves_their_teams_and_what_they_owned_goes_to_its_admin() {
    let house = house().await;
    let web = house.team().await;
    let alone = house.create(ADA, "Alone").await;
    let other = house.create(CAT, "Other").await;
    for _ in 0..2 {
        house.forget(ADA, DAN).await;
        let web = house.shown(&web.id).await;
        assert_eq!((web.owner_id.as_str(), names(&web)), (BOB.to_string().as_str(), vec!["Bob", "Cat"]));
        let alone = house.shown(&alone.id).await;
        assert_eq!((alone.owner_id.as_str(), names(&alone)), (DAN.to_string().as_str(), vec!["Dan"]));
    }
    assert_eq!(house.shown(&other.id).await.owner_id, CAT.to_string());
    house.forget(CAT, DAN).await;
    assert_eq!(names(&house.shown(&web.id).await), ["Bob"]);
    let told = house.events().await.into_iter().filter(|event| event.reason == "MemberForgotten").count();
    assert_eq!(told, 4, "a command that comes again changes nothing");
}

#[tokio::test]
async fn only_a_service_has_people_forgotten() {
    let house = house().await;
    house.team().await;
    let request = ForgetUserRequest { user_id: ADA.to_string(), user_name: String::new(), heir_id: DAN.to_string() };
    let admin = house.caller(DAN, Role::Admin).await;
    assert!(teams::forget_user::forget_user(&house.app, &admin, request).await.is_err());
}
