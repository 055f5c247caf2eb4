/*
 * Import boundaries: each rule forbids one kind of import and says what to do instead.
 * `scripts/check/import-boundaries.ts` runs the rules; `tests/import-boundaries/import-boundaries.test.ts` proves
 * that each rule rejects what it forbids.
 * The reasons for these boundaries: docs/decisions/001-walls.md
 */
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const npm = (...names) => `node_modules/(@types/)?(${names.join('|')})/`
const serverPackages = npm(
  'fastify',
  'fastify-plugin',
  '@fastify',
  'pg',
  'pg-boss',
  'drizzle-orm',
  '@electric-sql',
  'sharp',
  'nodemailer',
  'rate-limiter-flexible',
  '@react-router/node',
  '@react-email',
  'yaml',
  'pino',
  '@aws-sdk',
  'stripe',
)
const browserPackages = npm(
  'react-dom',
  '@base-ui',
  '@radix-ui',
  'embla-carousel[^/]*',
  'lucide-react',
  'uplot',
  'recharts',
  '@tiptap',
  '@tanstack',
)
const databasePackages = npm('pg', 'pg-boss', 'drizzle-orm', '@electric-sql')

const browserCode = '^(app|ui|features/[^/]+/ui)/'
const featureEntry = '^features/[^/]+/feature\\.ts$'
const serverCode = '^(server|platform|features/[^/]+/server)/|^features/[^/]+/feature\\.ts$'
const product = '^(app|server|features|ui|platform|shared)/'
const contract = '^features/[^/]+/contract\\.ts$'
/** Files with SQL and table definitions: the only ones that a join or a foreign key leads to another feature. */
const statements = '^features/([^/]+)/server/[^/]*/?(queries|tables)\\.ts$'
const test = '\\.(test|spec)\\.tsx?$|/test-[\\w-]+\\.ts$'
/** Generates the sample content with packages that the root does not install. */
const sampleMedia = '^scripts/sample-media/'
const generated = '\\+types/'

/** Server entry point of the page bundle: app/entry.server.tsx renders on Node although it lives among browser code. */
const ssrEntry = '^app/entry\\.server\\.tsx?$'

/** Pages are named as strings in app/routes.ts, so no import leads to them. */
const routesFile = join(__dirname, 'app/routes.ts')
const routes = existsSync(routesFile) ? readFileSync(routesFile, 'utf8') : ''
const pages = [...routes.matchAll(/'(?:\.\.\/|\.\/)([\w./-]+\.tsx?)'/g)].map(
  ([, path]) => `^(app/)?${path.replaceAll('.', '\\.')}$`,
)
const starts = [
  '^app/(root|routes|entry\\.\\w+)\\.tsx?$',
  '^server/(entry|main|development)\\.ts$',
  // app/landing-sections.ts finds them by this name.
  '^features/[^/]+/ui/landing-section\\.ts$',
  '^(scripts|bench)/',
  '^[\\w.-]+\\.config\\.ts$',
  // Threads are started by the address of their file.
  '/[\\w-]+-worker\\.ts$',
  // rolldown.browser.config.ts finds it by this name: the script of frames in other sites.
  '^features/[^/]+/ui/embed-player\\.ts$',
  // drizzle-kit finds tables by their name and writes migrations from them.
  '/[\\w-]*tables?\\.ts$',
  ...pages,
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'These files import each other in a circle. Move the shared code to a third file, or pass it as an argument.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-is-the-base-layer',
      comment:
        'shared/ is pure TypeScript that runs anywhere: it imports shared/ and npm packages, no higher layer and no part of Node.',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: {
        path: ['^[^/]+$', '^(app|server|features|ui|platform|content|db|scripts|bench|tests)/'],
        pathNot: '^[^/]+\\.d\\.ts$',
      },
    },
    {
      name: 'ui-is-product-independent',
      comment: 'ui/ could ship in a different product. Pass product texts and data as props.',
      severity: 'error',
      from: { path: '^ui/', pathNot: test },
      to: { path: '^(app|features)/' },
    },
    {
      name: 'ui-imports-no-server',
      comment: 'ui/ runs in the browser; it imports ui/, shared/ and npm packages. Data reaches it as props.',
      severity: 'error',
      from: { path: '^ui/', pathNot: test },
      to: { path: '^(platform|server)/' },
    },
    {
      name: 'platform-is-product-independent',
      comment:
        'platform/ holds clients for the outside world. Invert the dependency: the feature passes what platform/ needs as an argument.',
      severity: 'error',
      from: { path: '^platform/', pathNot: test },
      to: { path: '^(app|features|server)/' },
    },
    {
      name: 'platform-imports-no-ui',
      comment: 'platform/ runs on Node and has no pages. Move what both need to shared/.',
      severity: 'error',
      from: { path: '^platform/', pathNot: test },
      to: { path: '^ui/' },
    },
    {
      name: 'contracts-are-pure',
      comment:
        'The public files of a feature (contract.ts and pure files beside it) run anywhere: they import shared/, zod and each other.',
      severity: 'error',
      from: { path: '^features/([^/]+)/[\\w-]+\\.ts$', pathNot: [test, featureEntry] },
      to: { pathNot: ['^shared/', 'node_modules/zod/', '^features/$1/[\\w-]+\\.ts$'] },
    },
    {
      name: 'feature-ui-is-browser-only',
      comment:
        "A feature's ui/ imports ui/, shared/, its own files and any contract.ts. Data comes from the loader: services reach it through servicesContext.",
      severity: 'error',
      from: { path: '^features/([^/]+)/ui/', pathNot: test },
      to: { path: ['^(platform|server|app)/', '^features/$1/(server|emails)/'] },
    },
    {
      name: 'feature-server-imports-no-ui',
      comment:
        "A feature's server/ and feature.ts import platform/, shared/, their own files and any contract.ts, never React screens. Emails live in the feature's emails/.",
      severity: 'error',
      from: { path: '^features/([^/]+)/(server/|feature\\.ts$)', pathNot: test },
      to: { path: ['^ui/', '^features/$1/ui/'] },
    },
    {
      name: 'emails-are-standalone',
      comment:
        'An email is a function of its props: it imports npm packages, shared/, its own contract.ts and other emails of its feature.',
      severity: 'error',
      from: { path: '^features/([^/]+)/emails/', pathNot: test },
      to: { path: ['^(ui|platform)/', '^features/$1/(server|ui)/'] },
    },
    {
      name: 'features-import-only-contracts',
      comment:
        'A feature imports only the contract.ts of another feature. At run time it uses the services named in its feature.ts.',
      severity: 'error',
      from: { path: '^features/([^/]+)/', pathNot: statements },
      to: { path: '^features/', pathNot: ['^features/$1/', contract] },
    },
    {
      name: 'queries-import-only-tables',
      comment:
        'A query may join a table of another feature, and a table may reference one, only through its server/tables.ts. Use its service for everything else.',
      severity: 'error',
      from: { path: statements },
      to: { path: '^features/', pathNot: ['^features/$1/', contract, '^features/[^/]+/server/tables\\.ts$'] },
    },
    {
      name: 'features-import-no-entry-points',
      comment:
        'app/ and server/ import features, never the other way round. Export the code from the feature and call it from the entry point.',
      severity: 'error',
      from: { path: '^features/', pathNot: test },
      to: { path: '^(app|server)/' },
    },
    {
      name: 'app-imports-only-feature-ui',
      comment: 'app/ imports only the ui/ and contract.ts of a feature.',
      severity: 'error',
      from: { path: '^app/', pathNot: test },
      to: { path: '^features/', pathNot: ['^features/[^/]+/ui/', contract] },
    },
    {
      name: 'only-features-ts-lists-features',
      comment:
        'Only server/features.ts imports features. Use `collect` to query all features, or the `handle` of a page.',
      severity: 'error',
      from: { path: '^server/(?!features\\.ts$)', pathNot: test },
      to: { path: '^features/' },
    },
    {
      name: 'features-ts-imports-only-entries',
      comment: 'server/features.ts imports only the feature.ts of each feature.',
      severity: 'error',
      from: { path: '^server/features\\.ts$' },
      to: { path: '^features/', pathNot: featureEntry },
    },
    {
      name: 'only-features-ts-imports-entries',
      comment: 'Only server/features.ts imports feature.ts. Offer a service in contract.ts to other features.',
      severity: 'error',
      from: { path: product, pathNot: ['^server/features\\.ts$', test] },
      to: { path: featureEntry },
    },
    {
      name: 'browser-imports-no-server',
      comment: 'app/ never imports Node code: page loaders reach services through servicesContext.',
      severity: 'error',
      from: { path: '^app/', pathNot: test },
      to: { path: '^(server|platform)/' },
    },
    {
      name: 'browser-imports-no-server-packages',
      comment:
        'This file is sent to a browser, and this package exists only on the server. Load the data in a loader instead.',
      severity: 'error',
      from: { path: browserCode, pathNot: [test, ssrEntry] },
      to: { path: serverPackages },
    },
    {
      name: 'browser-imports-no-node',
      comment: 'This file is sent to a browser, where node: modules do not exist.',
      severity: 'error',
      from: { path: browserCode, pathNot: [test, ssrEntry] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-imports-no-pages',
      comment:
        'The server loads the built page bundle at run time and imports no page source: a module bundled twice exists twice.',
      severity: 'error',
      from: { path: '^(server|platform)/', pathNot: test },
      to: { path: '^(app|ui)/' },
    },
    {
      name: 'server-imports-no-browser-packages',
      comment: 'This package is for the browser; server code must not import it.',
      severity: 'error',
      from: { path: serverCode, pathNot: test },
      to: { path: browserPackages },
    },
    {
      name: 'only-queries-touch-the-database',
      comment:
        'SQL lives in queries.ts, one function per statement, and tables in tables.ts. Call those; import the type of the database from #platform/database.',
      severity: 'error',
      from: { path: product, pathNot: ['/(queries|tables)\\.ts$', '^platform/(database/|jobs/|rate-limit)', test] },
      to: { path: databasePackages },
    },
    {
      name: 'sharp-is-imported-once',
      comment:
        'sharp caches up to 50 MB of pixels by default. Import it from #platform/sharp.ts, which disables the cache.',
      severity: 'error',
      from: { path: product, pathNot: ['^platform/sharp\\.ts$', test] },
      to: { path: npm('sharp') },
    },
    {
      name: 'tables-only-define-columns',
      comment: 'tables.ts defines columns with drizzle-orm; it opens no connection and runs no query.',
      severity: 'error',
      from: { path: '^features/[^/]+/server/tables\\.ts$' },
      to: {
        path: [
          '^platform/',
          npm('pg', 'pg-boss', '@electric-sql'),
          'node_modules/drizzle-orm/(?!pg-core/|index\\.|sql/)',
        ],
      },
    },
    {
      name: 'content-is-data',
      comment:
        "content/ is what the owner edits. Read and validate it in the server/ of the feature that shows it; don't import it.",
      severity: 'error',
      from: { path: product },
      to: { path: '^content/' },
    },
    {
      name: 'product-imports-no-tools',
      comment: 'scripts/, bench/, db/ and tests/ are tools and not part of the product.',
      severity: 'error',
      from: { path: product, pathNot: test },
      to: { path: ['^(scripts|bench|tests|db)/', test] },
    },
    {
      name: 'packages-are-declared',
      comment:
        'This package is not listed in package.json and is installed only because of another package. Add it, with a line in docs/dependencies.md.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '^(vite|vitest|react-router|node)/' },
    },
    {
      name: 'runtime-imports-no-dev-packages',
      comment: 'The running server needs this package, so it belongs in "dependencies", not "devDependencies".',
      severity: 'error',
      // Page imports are bundled, for the server too (vite.config.ts).
      from: { path: [serverCode, '^features/[^/]+/(emails/|contract\\.ts$)', '^shared/'], pathNot: test },
      // The build bundles these whole, so that they cost a production install nothing (docs/dependencies.md).
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/(@ai-sdk|@cantoo|@opentelemetry|@sentry|ai|drizzle-orm|jschardet|prom-client|stripe)/',
      },
    },
    {
      name: 'imports-resolve',
      comment: 'This import cannot be resolved. Was the file renamed, or is the `.ts` extension missing?',
      severity: 'error',
      from: { pathNot: sampleMedia },
      to: { couldNotResolve: true, pathNot: [generated, '^virtual:'] },
    },
    {
      name: 'sample-media-imports-resolve',
      comment: 'This import of scripts/sample-media cannot be resolved. Was the imported file of the site renamed?',
      severity: 'error',
      from: { path: sampleMedia },
      // Its packages are installed only in its own folder.
      to: { couldNotResolve: true, path: '^\\.' },
    },
    {
      name: 'sample-media-is-standalone',
      comment:
        'scripts/sample-media is a separate package that builds, runs and tests of the site do not need. Use its output, not its code.',
      severity: 'error',
      from: { pathNot: sampleMedia },
      to: { path: sampleMedia },
    },
    {
      name: 'no-unused-files',
      comment: 'No page, server or script imports this file. Use it or delete it.',
      severity: 'error',
      // Without cycles, every unreachable file leads to one that nothing imports.
      from: { pathNot: [test, '^tests/'] },
      module: { path: product, pathNot: [...starts, test, '\\.d\\.ts$'], numberOfDependentsLessThan: 1 },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', '^data/', '^\\.react-router/', generated] },
    enhancedResolveOptions: {
      cachedInputFileSystem: { cacheDuration: 600_000 },
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts', '.css'],
    },
  },
}
