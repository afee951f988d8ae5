# One image for all commands: `serve api`, `serve auth`, `migrate`, `import …`.
# The base image is Node.js 24. So install scripts, which only fetch the npm package `node`, do not
# run.
#
# `scripts/deploy/image` builds it with podman, without a registry of images, and starts it.

ARG BASE=node:24-slim

FROM $BASE AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM $BASE AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM $BASE
ENV NODE_ENV=production KTIMA_HOST=0.0.0.0
# bzip2 unpacks .osm.bz2. For more formats, add gdal-bin. Backups of PostgreSQL are made in the image
# of the database.
RUN apt-get update && apt-get install -y --no-install-recommends bzip2 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/console/dist console/dist
COPY --from=build /app/build build
COPY package.json ./
COPY bin bin
COPY data data
COPY deploy/healthcheck.ts deploy/
COPY src src
# For `ktima --version`: docker build --build-arg REVISION=$(git rev-parse --short=12 HEAD) …
ARG REVISION=
RUN echo "$REVISION" > revision.txt
# For SQLite and downloads. With PostgreSQL nothing is written; the file system may be read-only.
RUN mkdir var && chown node:node var
VOLUME /app/var
USER node
EXPOSE 8000 8001
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "deploy/healthcheck.ts"]
ENTRYPOINT ["bin/ktima"]
CMD ["serve"]
