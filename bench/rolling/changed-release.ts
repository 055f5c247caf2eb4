import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runCommand } from '../../scripts/run-command.ts'

/** Version that a changed release reports at `/healthz`. */
export const changedVersion = '0.0.0-changed'

const notCopied = new Set(['.git', 'node_modules', 'build', 'data', 'coverage', '.react-router', '.env'])

/** A change of a source: the first occurrence of `from` becomes `to`. */
type Change = { file: string; from: RegExp; to: string }

/**
 * Changes of the second release. The footer is in a script that all others import, so the names of almost all hashed
 * files change with it. What the journey page calls its data and one of its texts has other names, as after many real
 * changes: a page of the first release does not find them in answers of the second.
 */
const changes: readonly Change[] = [
  { file: 'package.json', from: /"version": "[^"]+"/, to: `"version": "${changedVersion}"` },
  { file: 'app/footer.tsx', from: /<footer /, to: '<footer data-release="changed" ' },
  { file: 'app/footer.tsx', from: /\{t\('copyright'\)\}/, to: "{t('copyright')} · Changed release" },
  { file: 'app/areas/frame.css', from: /$/, to: "\n[data-release='changed'] { outline: 3px solid gold; }\n" },
  {
    file: 'features/journey/ui/journey-page.tsx',
    from: /milestones: journey\.milestones\(\)/,
    to: 'events: journey.milestones()',
  },
  {
    file: 'features/journey/ui/journey-page.tsx',
    from: /loaderData: \{ page, milestones \}/,
    to: 'loaderData: { page, events: milestones }',
  },
  { file: 'features/books/ui/library-page.tsx', from: /t\('viewBook'\)/, to: "t('openBook')" },
  { file: 'features/books/messages/en.ts', from: /^    viewBook:/m, to: '    openBook:' },
  { file: 'features/books/messages/es.ts', from: /^    viewBook:/m, to: '    openBook:' },
]

/**
 * Copies the project into a folder, changes it visibly and builds it there. Packages are linked, and artwork that the
 * change does not affect is not drawn again.
 *
 * @throws Error when the sources no longer have what is to be changed, or with the output of a failed build.
 */
export async function buildChangedRelease(root: string, folder: string): Promise<void> {
  cpSync(root, folder, { recursive: true, filter: (path) => !notCopied.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const artwork = join(root, 'build/artwork')
  if (existsSync(artwork)) cpSync(artwork, join(folder, 'build/artwork'), { recursive: true })
  for (const { file, from, to } of changes) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    if (!from.test(text)) throw new Error(`${file} has nothing that matches ${from}; adapt the changes.`)
    writeFileSync(path, text.replace(from, to))
  }
  const { code, output } = await runCommand(process.execPath, ['scripts/build.ts'], { cwd: folder })
  if (code !== 0) throw new Error(output)
}
