/*
 * The walls of the house, a rule a line group: what may import what, and what to do instead.
 * `scripts/check/import-boundaries.ts` runs them, `tests/import-boundaries/import-boundaries.test.ts` proves that each one refuses what it forbids.
 * Why they stand where they stand: docs/decisions/001-walls.md
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
/** Where SQL stands and where tables are described: the two that a foreign key or a join leads to another feature. */
const statements = '^features/([^/]+)/server/[^/]*/?(queries|tables)\\.ts$'
const test = '\\.(test|spec)\\.tsx?$|/test-[\\w-]+\\.tsx?$'
/** Makes the sample content, with packages that the root does not install. */
const sampleMedia = '^scripts/sample-media/'
const generated = '\\+types/'

/** The door to the page bundle: app/entry.server.tsx renders on Node although it lives among browser code. */
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
        'These files import each other in a circle. Move what they share to a third file, or pass it as an argument.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-is-the-floor',
      comment:
        'shared/ is pure TypeScript that runs anywhere: it imports shared/ and npm packages, nothing above it and no part of Node.',
      severity: 'error',
      from: { path: '^shared/', pathNot: test },
      to: {
        path: ['^[^/]+$', '^(app|server|features|ui|platform|content|db|scripts|bench|tests)/'],
        pathNot: '^[^/]+\\.d\\.ts$',
      },
    },
    {
      name: 'ui-knows-no-product',
      comment: 'ui/ could ship in a different product. Pass product words and data in as props.',
      severity: 'error',
      from: { path: '^ui/', pathNot: test },
      to: { path: '^(app|features)/' },
    },
    {
      name: 'ui-needs-no-server',
      comment: 'ui/ runs in the browser; it imports ui/, shared/ and npm packages. Data reaches it as props.',
      severity: 'error',
      from: { path: '^ui/', pathNot: test },
      to: { path: '^(platform|server)/' },
    },
    {
      name: 'platform-knows-no-product',
      comment:
        'platform/ holds clients for the outside world. Turn the dependency round: the room passes what platform needs as an argument.',
      severity: 'error',
      from: { path: '^platform/', pathNot: test },
      to: { path: '^(app|features|server)/' },
    },
    {
      name: 'platform-draws-nothing',
      comment: 'platform/ runs on Node and has no pages. What both need belongs in shared/.',
      severity: 'error',
      from: { path: '^platform/', pathNot: test },
      to: { path: '^ui/' },
    },
    {
      name: 'contracts-are-pure',
      comment:
        'What stands at the front of a room (contract.ts and pure files beside it) runs anywhere: it imports shared/, zod and its like.',
      severity: 'error',
      from: { path: '^features/([^/]+)/[\\w-]+\\.ts$', pathNot: [test, featureEntry] },
      to: { pathNot: ['^shared/', 'node_modules/zod/', '^features/$1/[\\w-]+\\.ts$'] },
    },
    {
      name: 'room-ui-stays-in-the-browser',
      comment:
        "A room's ui/ imports ui/, shared/, its own files and any contract.ts. Data comes from the loader: services reach it through servicesContext.",
      severity: 'error',
      from: { path: '^features/([^/]+)/ui/', pathNot: test },
      to: { path: ['^(platform|server|app)/', '^features/$1/(server|emails)/'] },
    },
    {
      name: 'room-server-draws-nothing',
      comment:
        "A room's server/ and its feature.ts import platform/, shared/, their own files and any contract.ts, never React screens. A mail lives in the room's emails/.",
      severity: 'error',
      from: { path: '^features/([^/]+)/(server/|feature\\.ts$)', pathNot: test },
      to: { path: ['^ui/', '^features/$1/ui/'] },
    },
    {
      name: 'mails-stand-alone',
      comment:
        'A mail is a function of its props: it imports npm packages, shared/, its own contract.ts and other mails of its room.',
      severity: 'error',
      from: { path: '^features/([^/]+)/emails/', pathNot: test },
      to: { path: ['^(ui|platform)/', '^features/$1/(server|ui)/'] },
    },
    {
      name: 'rooms-meet-at-contracts',
      comment:
        'A room sees nothing of another but its contract.ts. What it needs at run time is a service it names in feature.ts.',
      severity: 'error',
      from: { path: '^features/([^/]+)/', pathNot: statements },
      to: { path: '^features/', pathNot: ['^features/$1/', contract] },
    },
    {
      name: 'statements-meet-at-tables',
      comment:
        'A statement may join a table of another feature, and a table may refer to one: by its server/tables.ts and nothing else. Ask its service for the rest.',
      severity: 'error',
      from: { path: statements },
      to: { path: '^features/', pathNot: ['^features/$1/', contract, '^features/[^/]+/server/tables\\.ts$'] },
    },
    {
      name: 'rooms-know-no-doors',
      comment:
        'app/ and server/ open the rooms, never the other way round. Export it from the room and let the door call it.',
      severity: 'error',
      from: { path: '^features/', pathNot: test },
      to: { path: '^(app|server)/' },
    },
    {
      name: 'app-opens-rooms-by-their-ui',
      comment: "The browser door sees a room's ui/ and contract.ts, nothing behind them.",
      severity: 'error',
      from: { path: '^app/', pathNot: test },
      to: { path: '^features/', pathNot: ['^features/[^/]+/ui/', contract] },
    },
    {
      name: 'server-lists-features-once',
      comment:
        'server/features.ts names every feature by its feature.ts, and nothing else in server/ knows one. Ask all features alike with `collect`, or let the page say it in its `handle`.',
      severity: 'error',
      from: { path: '^server/(?!features\\.ts$)', pathNot: test },
      to: { path: '^features/' },
    },
    {
      name: 'features-are-entered-by-feature-ts',
      comment: 'server/features.ts imports feature.ts of each feature and nothing behind it.',
      severity: 'error',
      from: { path: '^server/features\\.ts$' },
      to: { path: '^features/', pathNot: featureEntry },
    },
    {
      name: 'only-the-list-enters-features',
      comment: 'feature.ts is for server/features.ts. What another feature needs is a service named in a contract.ts.',
      severity: 'error',
      from: { path: product, pathNot: ['^server/features\\.ts$', test] },
      to: { path: featureEntry },
    },
    {
      name: 'browser-imports-no-server',
      comment: 'The browser door never imports Node code: page loaders reach services through servicesContext.',
      severity: 'error',
      from: { path: '^app/', pathNot: test },
      to: { path: '^(server|platform)/' },
    },
    {
      name: 'browser-stays-browser',
      comment:
        'This file is sent to a browser, and the import only exists on the server. Ask for the data in a loader instead.',
      severity: 'error',
      from: { path: browserCode, pathNot: [test, ssrEntry] },
      to: { path: serverPackages },
    },
    {
      name: 'browser-has-no-node',
      comment: 'This file is sent to a browser, where node: modules do not exist.',
      severity: 'error',
      from: { path: browserCode, pathNot: [test, ssrEntry] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-stays-server',
      comment:
        'The server loads the built page bundle at run time and imports no page source: a module bundled twice exists twice.',
      severity: 'error',
      from: { path: '^(server|platform)/', pathNot: test },
      to: { path: '^(app|ui)/' },
    },
    {
      name: 'server-draws-nothing',
      comment: 'This package is for the browser; server code has no use for it.',
      severity: 'error',
      from: { path: serverCode, pathNot: test },
      to: { path: browserPackages },
    },
    {
      name: 'only-queries-touch-the-database',
      comment:
        'SQL lives in queries.ts, one function a statement, and tables in tables.ts. Call those; a type for the handle comes from #platform/database.',
      severity: 'error',
      from: { path: product, pathNot: ['/(queries|tables)\\.ts$', '^platform/(database/|jobs/|rate-limit)', test] },
      to: { path: databasePackages },
    },
    {
      name: 'pictures-by-one-setting',
      comment:
        'By itself sharp keeps 50 MB of pixels for good. Import it from #platform/sharp.ts, which says that it must not.',
      severity: 'error',
      from: { path: product, pathNot: ['^platform/sharp\\.ts$', test] },
      to: { path: npm('sharp') },
    },
    {
      name: 'tables-only-describe',
      comment: 'tables.ts describes columns with drizzle-orm; it opens no connection and asks nothing.',
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
        "content/ is what the owner edits. Read and validate it in the server/ of the room that shows it; don't import it.",
      severity: 'error',
      from: { path: product },
      to: { path: '^content/' },
    },
    {
      name: 'product-needs-no-tools',
      comment: 'scripts/, bench/, db/ and tests/ serve the product and are not part of it.',
      severity: 'error',
      from: { path: product, pathNot: test },
      to: { path: ['^(scripts|bench|tests|db)/', test] },
    },
    {
      name: 'packages-are-declared',
      comment:
        'This package is not named in package.json: it is there by luck of another package. Add it, with its line in docs/dependencies.md.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '^(vite|vitest|react-router|node)/' },
    },
    {
      name: 'development-stays-home',
      comment: 'The running server needs this package, so it belongs in "dependencies", not "devDependencies".',
      severity: 'error',
      // What pages import is drawn into their bundles, those of the server too (vite.config.ts).
      from: { path: [serverCode, '^features/[^/]+/(emails/|contract\\.ts$)', '^shared/'], pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nothing-is-missing',
      comment: 'This import leads nowhere. Is the file renamed, or the `.ts` ending left out?',
      severity: 'error',
      from: { pathNot: sampleMedia },
      to: { couldNotResolve: true, pathNot: [generated, '^virtual:'] },
    },
    {
      name: 'sample-media-finds-the-site',
      comment:
        'This import of scripts/sample-media leads nowhere. Was the file of the site that it draws or sounds with renamed?',
      severity: 'error',
      from: { path: sampleMedia },
      // Its packages are installed in its own folder, or not at all.
      to: { couldNotResolve: true, path: '^\\.' },
    },
    {
      name: 'sample-media-stands-alone',
      comment:
        'scripts/sample-media is a package of its own that nobody who builds, runs or tests the site needs. Use what it made, not its code.',
      severity: 'error',
      from: { pathNot: sampleMedia },
      to: { path: sampleMedia },
    },
    {
      name: 'nothing-lies-around',
      comment: 'No page, server or script leads to this file, at most its own test. Use it or delete it.',
      severity: 'error',
      from: { path: starts },
      to: { path: product, pathNot: [...starts, test, '\\.d\\.ts$'], reachable: false },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', '^data/', '^\\.react-router/', generated] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts', '.css'],
    },
  },
}
