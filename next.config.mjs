/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // TypeScript 7 has no compiler API for Next to call; `npm test` runs `tsc` itself.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  devIndicators: false,
  // They find files of their own beside themselves.
  serverExternalPackages: ['pdfkit', 'fontkit'],
  // Or Next redirects `/api/subscriptions/..` before proxy.ts can answer that this is no id.
  skipTrailingSlashRedirect: true,
}
