//! The query plan of every SQL statement of `src/db`, on SQLite and on PostgreSQL: none may read all rows of a table that
//! grows with the games and people. Statements are collected from the sources, so that none can be left out. sqlx takes a
//! string literal or an [`AssertSqlSafe`], and the tests below refuse both other literals with SQL and other uses of the
//! latter.

use crate::architecture::rust_files;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};
use std::fs;
use std::path::Path;
use tablero::catalog::Catalog;
use tablero::db::{ServerAddress, SqlStorage};
use test_support::postgres_server::PostgresServer;

/// What reads the whole database by design.
const COPY: &str = "db/copy";
const BACKUP: &str = "db/sqlite/backup.rs";
const INSPECTION: &str = "db/inspection.rs";

/// The first word of a statement.
const STATEMENTS: [&str; 5] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];
/// How other SQL begins; it reads no table, or adds to a statement.
const OTHER_SQL: [&str; 5] = ["PRAGMA ", "VACUUM", "BEGIN IMMEDIATE", "ROLLBACK", " FOR NO KEY UPDATE"];
/// The file that adds a clause to statements. Their plans are the same without it.
const ADDS_CLAUSES: &str = "driver/query.rs";
/// What only the statements for one database contain.
const ONLY_SQLITE: [&str; 4] = ["sqlite_", "_sqlx_migrations", "person_numbers SET", "place_numbers SET"];
const ONLY_POSTGRES: [&str; 6] =
    ["to_regclass(", "nextval(", "pg_", "FROM migrations", "INTO migrations", "UPDATE migrations"];
/// Words that occur only in SQL.
const SQL_WORDS: [&str; 6] = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", " FROM ", "PRAGMA "];
/// The macro with the beginning of several statements, and how it begins.
const SHARED: (&str, &str) = ("own!(),", "WITH own ");

/// Tables of which there are few rows.
const SMALL: [(&str, &str); 10] = [
    ("pulse", "has one row"),
    ("record_owner", "has one row"),
    ("migrations", "has a row for each migration"),
    ("program", "has one row"),
    ("leaders", "has a row for each task"),
    ("person_numbers", "has one row"),
    ("_sqlx_migrations", "has a row for each migration"),
    ("sqlite_master", "has a row for each table and index"),
    ("sqlite_sequence", "has a row for each table that counts its ids"),
    ("outages", "has a row for each time when the bot was down"),
];
/// Indices of which all entries may be read, because they contain only what is about to be done.
const PARTIAL: [(&str, &str); 6] = [
    ("outbox_due", "only posts that wait, and all of them only when the clock is corrected"),
    ("outbox_by_subject", "the same"),
    ("jobs_due", "only jobs that wait, and all of them only when the clock is corrected"),
    ("outbox_leased", "only posts that are being delivered"),
    ("outbox_blocked", "only posts that a place has refused"),
    ("jobs_failed", "only jobs that were given up"),
];
/// Results within a statement that may be read completely: they were found by an index.
const RESULTS: [(&str, &str); 5] = [
    ("CONSTANT ROW", "no table"),
    ("lanes", "the two priorities of posts, which are parameters"),
    ("own", "the games of one person"),
    ("found", "the rows that an inner query has found"),
    ("(subquery", "the rows that an inner query has found"),
];

/// Reads of child tables in the plan of an INSERT into their parent: the statement and the tables. They find out
/// whether the new row repairs a foreign key that is violated at that moment, and are skipped when none is, as always
/// here.
const CHILDREN: (&str, [&str; 3]) = ("INSERT INTO matches", ["challenges", "outbox", "jobs"]);

/// A string literal, and the code before it.
struct Literal {
    text: String,
    before: String,
}

/// The string literals of a file, without those in comments and tests.
fn literals(source: &str) -> Vec<Literal> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let (mut found, mut before) = (Vec::new(), String::new());
    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
        before.push_str(line);
        before.push('\n');
    }
    let code = std::mem::take(&mut before);
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        if c != '"' || before.ends_with('\'') {
            before.push(c);
            continue;
        }
        let mut text = String::new();
        while let Some(c) = chars.next().filter(|c| *c != '"') {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match chars.next() {
                // The next line continues this one.
                Some('\n') => chars = chars.as_str().trim_start().chars(),
                Some(escaped) => text.push(escaped),
                None => {}
            }
        }
        found.push(Literal { text, before: std::mem::take(&mut before) });
    }
    found
}

/// All statements, and what is wrong with the way in which they are written.
fn statements() -> (Vec<String>, Vec<String>) {
    let (mut files, mut statements, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/db"), &mut files);
    // A copy reads all rows, and puts its statements together from the list of tables. A backup checks the whole file,
    // and so does the doctor.
    let reads_everything = |path: &Path| {
        path.ends_with(BACKUP)
            || path.ends_with(INSPECTION)
            || path.parent().is_some_and(|folder| folder.ends_with(COPY))
    };
    for path in files.into_iter().filter(|path| !reads_everything(path)) {
        let source = fs::read_to_string(&path).expect("a file");
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for dynamic in code.split("AssertSqlSafe(").skip(1) {
            if !dynamic.starts_with("format!(\"PRAGMA ") && !path.ends_with(ADDS_CLAUSES) {
                wrong.push(format!("{}: a statement is put together at run time", path.display()));
            }
        }
        let literals = literals(&source);
        let shared = literals.iter().find(|literal| literal.text.starts_with(SHARED.1)).map(|literal| &literal.text);
        for Literal { text, before } in &literals {
            let (is_shared, before) = (shared == Some(text), before.trim_end());
            if before.ends_with(SHARED.0) {
                statements.push(format!("{}{text}", shared.map_or("", String::as_str)));
            } else if before.ends_with("concat!(") || before.ends_with(',') && before.contains("concat!(") {
                wrong.push(format!("{}: a statement is put together: {text}", path.display()));
            } else if text.split_once(char::is_whitespace).is_some_and(|(first, _)| STATEMENTS.contains(&first)) {
                statements.extend((!is_shared).then(|| text.clone()));
            } else if SQL_WORDS.iter().any(|word| text.contains(word))
                && !OTHER_SQL.iter().any(|start| text.starts_with(start))
            {
                wrong.push(format!("{}: not a whole statement: {text}", path.display()));
            }
        }
    }
    (statements, wrong)
}

/// Whether a step of a plan, which scans something, is justified.
fn is_justified(sql: &str, scan: &str) -> bool {
    let index = scan.split(" INDEX ").nth(1).unwrap_or_default();
    let names = |list: &[(&str, &str)], name: &str| list.iter().any(|(known, _)| *known == name);
    RESULTS.iter().any(|(result, _)| scan.starts_with(result))
        || names(&SMALL, scan.split(' ').next().unwrap_or_default())
        || names(&PARTIAL, index)
        || sql.starts_with(CHILDREN.0) && CHILDREN.1.contains(&scan)
}

/// The steps of a statement's plan that read everything, without those that are justified.
async fn scans(pool: &SqlitePool, sql: &str) -> Vec<String> {
    const PARAMETERS_MAX: usize = 30;
    let mut query = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
    for _ in 0..PARAMETERS_MAX {
        query = query.bind(1);
    }
    let rows = query.fetch_all(pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let steps = rows.iter().map(|row| row.get::<String, _>("detail"));
    steps.filter(|step| step.strip_prefix("SCAN ").is_some_and(|scan| !is_justified(sql, scan))).collect()
}

/// The statements without those that contain one of these.
fn without<'a>(statements: &'a [String], only: &'a [&str]) -> impl Iterator<Item = &'a String> {
    statements.iter().filter(|sql| !only.iter().any(|marker| sql.contains(marker)))
}

/// The steps of a statement's plan on PostgreSQL that read a whole table. The tables are empty, so sequential
/// scans are disabled to see where an index could be used.
async fn sequential_scans(conn: &mut PgConnection, sql: &str) -> Vec<String> {
    let run = |sql: String| sqlx::raw_sql(AssertSqlSafe(sql));
    let mut prepared = Ok(());
    // Where PostgreSQL cannot infer the types of parameters, they are numbers.
    for types in ["", "(BIGINT)", "(BIGINT, BIGINT, BIGINT)"] {
        prepared = run(format!("PREPARE statement {types} AS {sql}")).execute(&mut *conn).await.map(drop);
        if prepared.is_ok() {
            break;
        }
    }
    prepared.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let parameters = "SELECT COALESCE(CARDINALITY(parameter_types), 0)::BIGINT FROM pg_prepared_statements
        WHERE name = 'statement'";
    let parameters: i64 = sqlx::query_scalar(parameters).fetch_one(&mut *conn).await.expect("their number");
    let values = (0..parameters).map(|_| "NULL").collect::<Vec<_>>().join(", ");
    let values = if values.is_empty() { values } else { format!("({values})") };
    let explain = run(format!("EXPLAIN EXECUTE statement{values}"));
    let rows = explain.fetch_all(&mut *conn).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    run("DEALLOCATE statement".to_owned()).execute(conn).await.expect("it is prepared");
    let steps = rows.iter().map(|row| row.get::<String, _>(0));
    steps.filter(|step| step.split("Seq Scan on ").nth(1).is_some_and(|table| !is_small(table))).collect()
}

/// Whether a table, named at the beginning of a text, has few rows.
fn is_small(text: &str) -> bool {
    let table = text.split(' ').next().unwrap_or_default();
    SMALL.iter().any(|(small, _)| *small == table)
}

#[tokio::test]
async fn no_statement_reads_all_rows_of_a_table_that_grows_on_postgresql() {
    let Some(server) = PostgresServer::get() else { return };
    let url = server.new_database().await;
    let address = ServerAddress::new(url.clone(), 2);
    SqlStorage::open_server(&address, Catalog::standard()).await.expect("a database").close().await;
    let mut conn = PgConnection::connect(&url).await.expect("a connection");
    for setting in ["SET enable_seqscan = off", "SET plan_cache_mode = force_generic_plan"] {
        sqlx::raw_sql(setting).execute(&mut conn).await.expect("a setting");
    }
    for sql in ["SELECT id FROM matches WHERE game = $1", "DELETE FROM outbox WHERE attempts > 9"] {
        assert!(!sequential_scans(&mut conn, sql).await.is_empty(), "{sql}");
    }
    let (statements, _) = statements();
    let mut found = Vec::new();
    for sql in without(&statements, &ONLY_SQLITE) {
        found.extend(sequential_scans(&mut conn, sql).await.into_iter().map(|step| format!("{step}\n    {sql}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

async fn database() -> (tempfile::TempDir, SqlitePool) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("tablero.sqlite");
    SqlStorage::open_file(&path).await.expect("a database").close().await;
    (folder, test_support::pools::sqlite_pool(SqliteConnectOptions::new().filename(path)).await)
}

#[tokio::test]
async fn no_statement_reads_all_rows_of_a_table_that_grows() {
    let (_folder, pool) = database().await;
    let (statements, wrong) = statements();
    assert!(wrong.is_empty(), "their plans cannot be checked:\n{}", wrong.join("\n"));
    assert!(statements.len() > 150, "{} statements were found", statements.len());
    let mut found = Vec::new();
    for sql in without(&statements, &ONLY_POSTGRES) {
        found.extend(scans(&pool, sql).await.into_iter().map(|step| format!("{step}\n    {sql}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    pool.close().await;
}

#[tokio::test]
async fn scans_and_assembled_statements_are_noticed() {
    let (_folder, pool) = database().await;
    for sql in [
        "SELECT id FROM matches WHERE game = $1",
        "DELETE FROM outbox WHERE attempts > 9",
        "SELECT COUNT(*) FROM challenges",
        "SELECT id FROM matches WHERE player1 = $1",
        "UPDATE people SET id = 1 WHERE id IN (SELECT person FROM outbox WHERE post = $1)",
    ] {
        assert!(!scans(&pool, sql).await.is_empty(), "{sql}");
    }
    assert!(scans(&pool, "SELECT id FROM matches WHERE player1 = $1 AND status = 'running'").await.is_empty());
    pool.close().await;
    let source = "/// A \"doc\".\nquery(\"SELECT 1 \\\n    FROM x\"); if c == '\"' {}\n#[cfg(test)] \"SELECT 2\"";
    let texts: Vec<String> = literals(source).into_iter().map(|literal| literal.text).collect();
    assert_eq!(texts, ["SELECT 1 FROM x"]);
}
