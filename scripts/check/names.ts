import ts from 'typescript'
import { isTestFile, parseSource, type SourceFile } from './source-files.ts'

/** A word that names no longer carry: what to say instead, and the names in which it is the standard term. */
type Word = { word: string; say: string; allowed?: RegExp; below?: RegExp }

const production = /^(app|server|features|ui|platform|shared)\//
const mailing = /^(features\/(delivery|issues|subscribers)|platform\/mailer)\//

/** Letters are those of the alphabet where the text of PDFs is read and searched. */
const outsideOfText = /^(?!platform\/pdf\/|features\/reader\/)/

const markVerbsAndSigns = /^mark(-|[A-Z])|([bB]yteOrder|[qQ]uestion|[qQ]uotation|[qQ]uote|[cC]heck|[tT]ick)-?[mM]arks?/

/** Words are those of camelCase and kebab-case names, in lower case; two words stand for one after the other. */
const words: Word[] = [
  { word: 'house', say: 'app' },
  { word: 'room', say: 'feature', allowed: /spatial|^(make|has)Room/i, below: /^(?!features\/venue\/)/ },
  { word: 'rooms', say: 'features' },
  { word: 'door', say: 'entry point or link' },
  { word: 'wall', say: 'import boundary' },
  { word: 'walls', say: 'import boundaries' },
  { word: 'desk', say: 'admin' },
  { word: 'act', say: 'action' },
  { word: 'acts', say: 'actions' },
  { word: 'look', say: 'check or poll', allowed: /^lookUp/ },
  { word: 'looks', say: 'checks', allowed: /^looksLike/ },
  { word: 'ask', say: 'fetch, poll or query' },
  { word: 'asks', say: 'queries' },
  { word: 'sweep', say: 'reconcile or collect garbage' },
  { word: 'watch', say: 'subscribe or observe' },
  { word: 'keep', say: 'save or store', allowed: /keepAlive|keep-alive/i },
  { word: 'keeps', say: 'saves' },
  { word: 'kept', say: 'saved, cached, paused or in flight' },
  { word: 'held', say: 'paused, saved or in flight' },
  { word: 'most', say: 'max', allowed: /most(Recent|Common)/i },
  { word: 'least', say: 'min', allowed: /leastRecent/i },
  { word: 'lane', say: 'connection or queue' },
  { word: 'lanes', say: 'connections or queues' },
  { word: 'hand', say: 'send, or manual', allowed: /(left|right)Hand/i },
  { word: 'copy', say: 'delivery', below: mailing },
  { word: 'copies', say: 'deliveries', below: mailing },
  { word: 'returns', say: 'engagement or feedback', below: mailing },
  { word: 'places', say: 'template variables', below: mailing },
  { word: 'tally', say: 'aggregate or totals' },
  { word: 'tallies', say: 'aggregates' },
  { word: 'shelf', say: 'library access, or audio cache' },
  { word: 'reel', say: 'frame sequencer' },
  { word: 'ring', say: 'ring buffer', allowed: /ring-?buffer|focusRing|focus-ring/i },
  { word: 'weaver', say: 'muxer' },
  { word: 'seat', say: 'connection limit' },
  { word: 'seats', say: 'connection limits' },
  { word: 'announcer', say: 'publisher' },
  { word: 'beat', say: 'heartbeat' },
  { word: 'farewell', say: 'drain timeout' },
  { word: 'gate', say: 'access, sign-in or paywall' },
  { word: 'turn', say: 'lease or queue', allowed: /^turn-?(on|off|page)|pageTurn/i, below: /^(?!features\/voice\/)/ },
  { word: 'turns', say: 'leases or queue', below: /^(?!features\/voice\/)/ },
  { word: 'fingerprint', say: 'hash' },
  { word: 'near', say: 'lazy', allowed: /nearBottom|nearEnd|isNear/i },
  { word: 'arriving', say: 'lazy' },
  { word: 'own task', say: 'yield to the event loop' },
  { word: 'front door', say: 'HTTP server' },
  { word: 'late part', say: 'lazy module' },
  // A verb may stand first: `markSent`. A noun says what kind of mark it is.
  { word: 'mark', say: 'watermark, highlight or state change', allowed: markVerbsAndSigns },
  { word: 'marks', say: 'watermarks, highlights or state changes', allowed: markVerbsAndSigns },
  { word: 'film', say: 'video' },
  { word: 'films', say: 'videos' },
  { word: 'picture', say: 'image', allowed: /PictureElement/ },
  { word: 'pictures', say: 'images' },
  { word: 'judge', say: 'classify' },
  { word: 'verdict', say: 'classification' },
  { word: 'wish', say: 'command or intent' },
  { word: 'aim', say: 'intent' },
  { word: 'take', say: 'handle, import or acquire', allowed: /take(While|Until)/ },
  { word: 'peers', say: 'baselines' },
  { word: 'double', say: 'fake', allowed: /double-?(opt|quote|click|tap)/i },
  { word: 'stand in', say: 'sandbox or fallback' },
  { word: 'stand ins', say: 'sandboxes or fallbacks' },
  { word: 'need', say: 'action item' },
  // A predicate says what something requires: `needsPostalAddress`.
  { word: 'needs', say: 'action items', allowed: /^needs[A-Z]/ },
  { word: 'harm', say: 'severity' },
  {
    word: 'letter',
    say: 'issue, email template or character',
    allowed: /letter-?(spacing|case)|(capital|first)Letter/i,
    below: outsideOfText,
  },
  { word: 'letters', say: 'issues, email templates or characters', below: outsideOfText },
  { word: 'told', say: 'notified or reported' },
  { word: 'tell', say: 'notify or report' },
  { word: 'trouble', say: 'error' },
  { word: 'obstacle', say: 'blocker' },
  { word: 'moment', say: 'timestamp' },
  { word: 'moments', say: 'timestamps' },
]

/**
 * Refuses home-made names where the field has a standard term: in the names of files and folders of production code,
 * and where it declares functions, types, variables, parameters and properties. Names with an underscore are columns
 * and fields of an API and stay.
 */
export function checkNames(files: SourceFile[]): string[] {
  const ours = files.filter(({ path }) => production.test(path))
  return [
    ...pathNames(ours.map(({ path }) => path)),
    ...ours.filter(({ path }) => /\.tsx?$/.test(path) && !isTestFile(path)).flatMap(declaredNames),
  ]
}

function pathNames(paths: string[]): string[] {
  const pieces = paths.flatMap((path) => path.split('/').map((_, depth, all) => all.slice(0, depth + 1).join('/')))
  return [...new Set(pieces)].toSorted().flatMap((path) => {
    const name = path.replace(/^.*\//, '').replace(/(?<=.)\..*$/, '')
    const found = homeMade(name, path)
    if (found) return [`${path}: '${name}' says '${found.word}'; say ${found.say}`]
    if (name.endsWith('-words')) return [`${path}: say labels or messages`]
    if (name === 'terms' && !path.startsWith('features/legal/')) return [`${path}: say constants`]
    return []
  })
}

function declaredNames(file: SourceFile): string[] {
  const { path } = file
  const source = parseSource(file)
  const found: string[] = []
  const add = (at: ts.Node, name: string, say: string) => {
    const { line } = source.getLineAndCharacterOfPosition(at.getStart(source))
    found.push(`${path}:${line + 1}: '${name}' ${say}`)
  }
  const visit = (node: ts.Node): void => {
    const name = declaredName(node)
    if (name && !name.text.includes('_')) {
      const word = homeMade(name.text, path)
      if (word) add(name, name.text, `says '${word.word}'; say ${word.say}`)
      else {
        const shape = homeMadeShape(node, name.text)
        if (shape) add(name, name.text, shape)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function homeMade(name: string, path: string): Word | undefined {
  const segments = ` ${splitName(name).join(' ')} `
  return words.find(
    ({ word, allowed, below }) =>
      segments.includes(` ${word} `) && !allowed?.test(name) && (below === undefined || below.test(path)),
  )
}

/** Finds names that are home-made by their shape: dependencies, factories, labels and status changes. */
function homeMadeShape(node: ts.Node, name: string): string | undefined {
  const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
  if (isType && /.Parts$/.test(name)) return `holds dependencies; call it '${name.replace(/Parts$/, 'Deps')}'`
  if (isType && /.Moves?$/.test(name)) return 'is a change; say what changes, such as a status change'
  if (ts.isParameter(node) && name === 'parts' && node.type && /Parts|Deps/.test(node.type.getText()))
    return "holds dependencies; call it 'deps'"
  if (/[a-z]Words$/.test(name) && !/(stop|key|rare)Words$/i.test(name)) return 'holds labels or messages; say so'
  if (ts.isFunctionDeclaration(node) && /^open[A-Z]/.test(name) && node.parameters.some(takesDependencies))
    return `creates something; call it '${name.replace(/^open/, 'create')}'`
  return undefined
}

function takesDependencies({ type }: ts.ParameterDeclaration): boolean {
  return type !== undefined && /\w(Parts|Deps)\b/.test(type.getText())
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isParameter(node)
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name : undefined
}

function splitName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((segment) => segment.toLowerCase())
}
