"""PHP programs from a Git repository: one arranged as Laravel's are, one as OrangeCMS' are."""

from __future__ import annotations

import json

import rolling
from browser import Visitor
from canopy import Canopy
from cluster import Cluster, until
from ingress import Ingress
from repository import Repositories
from seen import Seen

DATABASE = "mysqli_connect(getenv('DB_HOST'), getenv('DB_USERNAME'), getenv('DB_PASSWORD'), getenv('DB_DATABASE'), (int) getenv('DB_PORT'))"
PASSWORDS = {"databasePass": "pond's \\water", "databaseRootPass": "root of \"all\""}
# A class that Composer finds, a table that artisan makes, and a number that is kept among the files.
LARAVEL = {
    "composer.json": json.dumps({
        "name": "canopy/pond", "description": "A pond", "license": "MIT", "repositories": [{"packagist.org": False}],
        "autoload": {"psr-4": {"Pond\\": "app/"}},
    }),
    "app/Page.php": "<?php\nnamespace Pond;\nclass Page { public static function title(): string { return 'Pond VERSION'; } }\n",
    "artisan": f"<?php\n$db = {DATABASE};\nmysqli_query($db, 'CREATE TABLE IF NOT EXISTS frogs (name VARCHAR(20))');\n"
    "mysqli_query($db, \"INSERT INTO frogs VALUES ('green')\");\necho \"Migrated\\n\";\n",
    "storage/logs/.keep": "",
    "public/index.php": f"""<?php
require __DIR__ . '/../vendor/autoload.php';
$file = __DIR__ . '/../storage/app/visits';
file_put_contents($file, $visits = (int) @file_get_contents($file) + 1);
$frog = mysqli_fetch_row(mysqli_query({DATABASE}, 'SELECT name FROM frogs LIMIT 1'));
header('Content-Type: application/json');
echo json_encode(['title' => Pond\\Page::title(), 'frog' => $frog[0], 'visits' => $visits, 'colour' => getenv('COLOUR'),
    'mode' => getenv('APP_ENV'), 'key' => strlen(base64_decode(substr(getenv('APP_KEY'), 7)))]);
""",
}  # fmt: skip
ORANGE = {
    "install/tables.php": "<?php\n$SQL_TABLES = array('posts' => array('id' => 'INT PRIMARY KEY', 'title' => 'VARCHAR(20)'));\n",
    "media/.keep": "",
    "index.php": """<?php
require __DIR__ . '/config.php';
[$host, $port] = explode(':', $config['sql']['host']);
$db = mysqli_connect($host, $config['sql']['username'], $config['sql']['password'], $config['sql']['database'], (int) $port);
$file = __DIR__ . '/media/visits';
file_put_contents($file, $visits = (int) @file_get_contents($file) + 1);
header('Content-Type: application/json');
echo json_encode(['title' => $config['blog']['title'] . ' VERSION', 'posts' => mysqli_num_rows(mysqli_query($db, 'SELECT * FROM posts')),
    'visits' => $visits, 'colour' => getenv('COLOUR')]);
""",
}


class PhpSite:
    """One site of such a kind: its files, and what its page must say."""

    def __init__(self, canopy: Canopy, cluster: Cluster, seen: Seen, ingress: Ingress, repositories: Repositories, kind: str):
        self.canopy, self.cluster, self.seen, self.ingress, self.repositories, self.kind = canopy, cluster, seen, ingress, repositories, kind
        self.domain = f"{kind}.example.com"
        if kind == "laravel":
            self.files, self.page = LARAVEL, {"title": "Pond one", "frog": "green", "colour": "blue", "mode": "production", "key": 32}
        else:
            self.files, self.page = ORANGE, {"title": "Pond one", "posts": 0, "colour": "blue"}

    def install(self) -> None:
        self.url = self.repositories.commit(self.kind, self.version("one"), "v1")
        made = self.canopy.call("POST", "/deployments", {
            "name": "Pond",
            "type": self.kind,
            "clusterId": self.canopy.cluster["id"],
            "team_id": self.canopy.team,
            "services": {"nginx": True, "mysql": True, "redis": False, "phpmyadmin": False, "ftp": False},
            "baseParameters": {"domain": self.domain, "appUser": "admin", "appPass": "Rose & thorn 7"},
            "databaseParameters": {"databaseUser": "pond", "databaseName": "pond", **PASSWORDS},
            "source": {"kind": "git", "git": {"url": self.url, "ref": "main"}},
            "env": {"COLOUR": "blue"},
        })  # fmt: skip
        self.site, self.namespace, self.release = made["id"], made["namespace"], made["releaseName"]
        task = self.canopy.task(made["taskId"])
        self.seen.that(f"a program of the kind {self.kind} from Git is installed", task["status"] == "complete", task["error"])
        self.canopy.settled(self.site)

    def answers(self) -> None:
        self.ingress.opened(self.domain)
        found = self.ask()
        right = {key: found.get(key) for key in self.page} == self.page
        self.seen.that("its page shows its code, its table and its environment", right, found)
        made = self.canopy.call("POST", f"/deployments/{self.site}/restart", {})
        task = self.canopy.task(made["taskId"])
        self.seen.that("a restart completes", task["status"] == "complete", task["error"])
        self.canopy.settled(self.site)
        again = self.ask()
        self.seen.that("what it has written outlives the restart", again["visits"] == found["visits"] + 1, (found, again))

    def version(self, name: str) -> dict[str, str]:
        return {path: text.replace("VERSION", name) for path, text in self.files.items()}

    def roll(self) -> None:
        """On to another commit, and back."""
        self.repositories.commit(self.kind, self.version("two"), "v2")
        written = self.ask()["visits"]
        for tag, title in (("v2", "Pond two"), ("v1", "Pond one")):
            body = {"source": {"kind": "git", "git": {"url": self.url, "ref": tag}}, "env": {"COLOUR": f"blue, {tag}"}}

            def answers() -> None:
                until(f"the site answers {title}", 60, lambda: (page := self.ask())["title"] == title and page["colour"] == f"blue, {tag}")

            rolling.change(self.canopy, self.seen, self.site, f"the roll of {self.kind} to {tag}", body, self.visitor(), then=answers)
        again = self.ask()
        self.seen.that("what it has written is still there, and so are its tables", again["visits"] > written and self.kept(again), again)

    def kept(self, page: dict) -> bool:
        """The table is the one of before: it was not made anew, nor twice."""
        return page["frog"] == "green" if self.kind == "laravel" else page["posts"] == 0

    def visitor(self) -> Visitor:
        return self.ingress.visitor(self.domain)

    def ask(self) -> dict:
        answer = self.visitor().ask("/")
        if answer.status != 200 or not answer.body.startswith("{"):
            raise RuntimeError(f"GET / is {answer.status}: {answer.body[:500]}")
        return json.loads(answer.body)

    def uninstall(self) -> None:
        removed = self.canopy.call("DELETE", f"/deployments/{self.site}")
        self.canopy.task(removed["taskId"])
        until("the namespace is gone", 180, lambda: self.cluster.get(f"/api/v1/namespaces/{self.namespace}") is None)
        self.seen.that("after uninstall its namespace is gone", True)
