import { existsSync } from 'node:fs'

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // TypeScript 7 has no compiler API for Next to call; `npm test` has types checked by itself.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  devIndicators: false,
  // They find files of their own beside themselves.
  serverExternalPackages: ['pdfkit', 'fontkit'],
  // Or Next redirects `/api/subscriptions/..` before proxy.ts can answer that this is no id.
  skipTrailingSlashRedirect: true,
  experimental: {
    // Next keeps a copy of each body while proxy.ts runs. What is longer is cut off, and still too long for lib/server/http/body.
    proxyClientMaxBodySize: 128 * 1024,
    // A third of the build's time, for maps that `next start` does not read and no browser is sent.
    turbopackSourceMaps: false,
    // A quarter of the build's time, for code that no browser is sent; and what the server tells of an error keeps its names.
    serverMinification: false,
    // Another third, on a cache that only who builds again reads: not the first build of a clone.
    turbopackFileSystemCacheForBuild: existsSync('.next/BUILD_ID'),
  },
}
