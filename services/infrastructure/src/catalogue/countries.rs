//! Countries that a custom datacenter may stand in, each with the region it stands for.

/// A country of a custom datacenter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Country {
    /// Two letters, as the console writes them (`UK`, not `GB`).
    pub code: &'static str,
    /// The region that a datacenter there gets.
    pub region: &'static str,
}

/// In alphabetical order.
pub const COUNTRIES: [Country; 26] = [
    Country { code: "AL", region: "eu-south-1" },
    Country { code: "AT", region: "eu-central-1" },
    Country { code: "AU", region: "ap-southeast-2" },
    Country { code: "BE", region: "eu-central-1" },
    Country { code: "BG", region: "eu-south-1" },
    Country { code: "CH", region: "eu-central-1" },
    Country { code: "DE", region: "eu-central-1" },
    Country { code: "DK", region: "eu-north-1" },
    Country { code: "EE", region: "eu-north-1" },
    Country { code: "ES", region: "eu-south-1" },
    Country { code: "FI", region: "eu-north-1" },
    Country { code: "FR", region: "eu-west-3" },
    Country { code: "GR", region: "eu-south-1" },
    Country { code: "IE", region: "eu-west-1" },
    Country { code: "IT", region: "eu-south-1" },
    Country { code: "JP", region: "ap-northeast-1" },
    Country { code: "NL", region: "eu-central-1" },
    Country { code: "NO", region: "eu-north-1" },
    Country { code: "PL", region: "eu-central-1" },
    Country { code: "RO", region: "eu-south-1" },
    Country { code: "RS", region: "eu-south-1" },
    Country { code: "SE", region: "eu-north-1" },
    Country { code: "SG", region: "ap-southeast-1" },
    Country { code: "TR", region: "eu-south-1" },
    Country { code: "UK", region: "eu-west-2" },
    Country { code: "US", region: "us-east-1" },
];
