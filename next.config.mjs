import { existsSync } from 'node:fs'
import { DATA_POLICY, SECURITY_HEADERS } from './lib/core/server/http/security-headers.mjs'

/**
 * Makes `.next/standalone`, a folder with the files that the server loads, for the image (scripts/build/run-build.mjs).
 * @type {import('next').NextConfig}
 */
const IMAGE_BUILD = {
  output: 'standalone',
  outputFileTracingRoot: import.meta.dirname,
  // Next traces more than is loaded there: the image has no embedded database and optimizes no images.
  outputFileTracingExcludes: { '*': ['node_modules/{@electric-sql,@img,esbuild,sharp,tsx}/**'] },
}

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  ...(process.env.IMAGE_BUILD === '1' && IMAGE_BUILD),
  // Builds of the same sources have the same ID, so that several consoles may each build. See lib/core/outdated-page.ts.
  env: { SOURCES_HASH: process.env.SOURCES_HASH ?? 'unknown', BUILT_COMMIT: process.env.BUILT_COMMIT ?? 'unknown' },
  generateBuildId: () => process.env.SOURCES_HASH ?? null,
  reactStrictMode: true,
  // TypeScript 7 has no compiler API for Next to call; `npm test` checks the types.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  devIndicators: false,
  // Otherwise Next redirects `/api/subscriptions/..` before proxy.ts can reject it as an invalid id.
  skipTrailingSlashRedirect: true,
  // `proxy.ts` sets those of pages, and `lib/handle` those of the API.
  headers: async () => [
    {
      source: '/_next/static/:path*',
      headers: Object.entries({ ...SECURITY_HEADERS, 'content-security-policy': DATA_POLICY }).map(([key, value]) => ({
        key,
        value,
      })),
    },
  ],
  experimental: {
    // Next buffers the body of a request that proxy.ts matches, and cuts off the rest. A cut body still exceeds the limit of
    // lib/core/server/http/request-input.
    proxyClientMaxBodySize: 128 * 1024,
    // Source maps take a third of the build time; `next start` does not read them, and browsers do not get them.
    turbopackSourceMaps: false,
    // Minification takes a quarter of the build time for code that no browser gets; without it errors on the server
    // keep their names.
    serverMinification: false,
    // The cache takes another third of the build time, and helps only repeated builds, not the first build of a clone.
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
  },
}
