# The image of all roles: `canopy serve <role>`. Nothing in it but the program, what it links, certificates and a user.
#
#     docker build -t registry.example.com/canopy:0.1.0 .

FROM docker.io/library/node:22-trixie-slim AS console
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

FROM docker.io/library/rust:1.95.0-trixie AS build
WORKDIR /src
COPY . .
COPY --from=console /src/web/dist web/dist
# The target folder is a cache, so a second build compiles what has changed; the program is copied out of it.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --locked --profile dist --package canopy && cp target/dist/canopy /canopy

# As old as the C library that the program was linked with, or newer.
FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /canopy /usr/local/bin/canopy
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/canopy"]
