//! What the kinds on PHP have in common.

use super::{Number, Runtime, Version};
use crate::spec::{Php, Spec};
use kit::{Message, message};
use proto::deployments::PhpInput;
use serde_json::{Value, json};
use time::Month::{December, November};

pub const PHP: Runtime = Runtime {
    id: "php",
    name: "PHP",
    field: "phpParameters.phpVersion",
    versions: &[
        Version::until("7.4", 2022, November, 28),
        Version::until("8.0", 2023, November, 26),
        Version::until("8.1", 2025, December, 31),
        Version::until("8.2", 2026, December, 31),
        Version::until("8.3", 2027, December, 31),
        Version::until("8.4", 2028, December, 31),
    ],
    default: "8.3",
};

/// In the images, all versions.
pub const IN_IMAGE: [&str; 37] = [
    "bcmath",
    "ctype",
    "curl",
    "date",
    "dom",
    "exif",
    "fileinfo",
    "filter",
    "ftp",
    "gd",
    "hash",
    "iconv",
    "imagick",
    "intl",
    "json",
    "libxml",
    "mbstring",
    "mysqli",
    "mysqlnd",
    "opcache",
    "openssl",
    "pcre",
    "pdo",
    "pdo_sqlite",
    "phar",
    "posix",
    "readline",
    "session",
    "simplexml",
    "sodium",
    "sqlite3",
    "tokenizer",
    "xml",
    "xmlreader",
    "xmlwriter",
    "zip",
    "zlib",
];

/// Built by the pod when they are asked for: from PHP's source in the image, the last two from PECL. They need no
/// library that the image does not have.
pub const BUILT: [&str; 13] = [
    "calendar",
    "gettext",
    "pcntl",
    "pdo_mysql",
    "shmop",
    "sockets",
    "sysvmsg",
    "sysvsem",
    "sysvshm",
    "dba",
    "apcu",
    "igbinary",
    "redis",
];

/// What there is.
pub const EXTENSIONS: [&str; 50] = {
    let mut all = [""; 50];
    let mut i = 0;
    while i < 50 {
        all[i] = if i < IN_IMAGE.len() { IN_IMAGE[i] } else { BUILT[i - IN_IMAGE.len()] };
        i += 1;
    }
    all
};

fn given(asked: &proto::deployments::SpecInput) -> Option<&PhpInput> {
    asked.php.as_ref()
}

pub const NUMBERS: [Number; 5] = [
    Number {
        field: "phpParameters.phpMemoryLimit",
        label: || message!(Label_MemoryLimit),
        unit: "MB",
        least: 32,
        most: 16384,
        default: 256,
        given: |asked| given(asked)?.memory_limit,
        place: |spec| Some(&mut spec.php.as_mut()?.memory_limit),
    },
    Number {
        field: "phpParameters.phpMaxExecutionTime",
        label: || message!(Label_MaxExecutionTime),
        unit: "s",
        least: 1,
        most: 3600,
        default: 60,
        given: |asked| given(asked)?.max_execution_time,
        place: |spec| Some(&mut spec.php.as_mut()?.max_execution_time),
    },
    Number {
        field: "phpParameters.phpPoolSize",
        label: || message!(Label_PoolSize),
        unit: "",
        least: 1,
        most: 200,
        default: 10,
        given: |asked| given(asked)?.pool_size,
        place: |spec| Some(&mut spec.php.as_mut()?.pool_size),
    },
    Number {
        field: "phpParameters.phpMaxRequestsPerChild",
        label: || message!(Label_MaxRequestsPerChild),
        unit: "",
        least: 1,
        most: 1_000_000,
        default: 500,
        given: |asked| given(asked)?.max_requests_per_child,
        place: |spec| Some(&mut spec.php.as_mut()?.max_requests_per_child),
    },
    Number {
        field: "phpParameters.phpUploadMaxFilesize",
        label: || message!(Label_UploadMaxFilesize),
        unit: "MB",
        least: 1,
        most: 4096,
        default: 10,
        given: |asked| given(asked)?.upload_max_filesize,
        place: |spec| Some(&mut spec.php.as_mut()?.upload_max_filesize),
    },
];

pub const SIZED_BY: (&str, fn() -> Message) = ("phpParameters.phpPoolSize", || message!(LowerPool));

/// The section `php` of a chart's values.
pub fn values(spec: &Spec) -> Value {
    let Some(Php {
        version,
        extensions,
        memory_limit,
        max_execution_time,
        pool_size,
        max_requests_per_child,
        upload_max_filesize,
    }) = &spec.php
    else {
        return json!({});
    };
    json!({
        "version": version,
        "extensions": extensions,
        "memoryLimitMB": memory_limit,
        "maxExecutionTime": max_execution_time,
        "poolSize": pool_size,
        "maxRequestsPerChild": max_requests_per_child,
        "uploadMaxFilesizeMB": upload_max_filesize,
    })
}
