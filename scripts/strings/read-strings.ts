import ts from 'typescript'
import { parseSource, type SourceFile } from '../check/source-files.ts'

/** Place in which people see a string. */
export type StringKind = 'text' | 'attribute' | 'error' | 'log' | 'terminal' | 'message' | 'content'

/** A string that people can see, with its place; values inserted at run time are written `{…}`. */
export type VisibleString = { path: string; line: number; kind: StringKind; text: string }

const spokenAttribute =
  /^(aria-(label|description|valuetext|roledescription|placeholder)|alt|title|placeholder|summary|description|caption|heading|reason|kicker|preview|.*([Ll]abel|[Hh]int|[Tt]itle|[Mm]essage))$/
const silentAttribute =
  /^(class(Name)?|style|d|viewBox|id|key|href|src|srcSet|sizes|name|type|rel|role|allow|sandbox|points|transform|.*Class(Name)?|data-.*)$/
const silentProperty = /^(class(Name)?|style|.*Class(Name)?)$/
const logMethods = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
const inlineElements =
  /^(a|abbr|b|br|bdi|cite|code|dfn|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr|Link|NavLink|.*Link)$/
const databaseText =
  /^\s*(select|insert|update|delete|with|create|alter|drop|truncate|listen|notify|begin|commit|set|lock|grant|copy|vacuum|from|where|and|or|order by|group by|join|left join|on conflict|values|returning|for update|case|pragma|union)\b/i
/** "Set SMTP_URL to send emails." begins like a statement and is a sentence. */
const capitalized = /^\p{Lu}\p{Ll}/u
/** Every value of a catalogue is shown, whatever it looks like. */
const catalogue = /(^|\/)messages\/[\w-]+\.ts$/
/** A phrase holds one of these; lists of names, classes and column heads do not. */
const structureWords =
  /(^| )(a|an|the|is|are|was|were|be|been|not|no|of|to|in|on|at|for|and|or|with|without|by|from|as|that|this|it|its|you|your|we|our|could|cannot|can|will|has|have)( |,|;|$)/i
const styleText = /[{};]\s*$|^[\w-]+:\s*[\w#(]|(^|\s)[\w-]+:[\w[-]|--[\w-]+|\d(px|rem|em|vh|vw|%)\b/

/** Finds the strings of TypeScript files that reach a page, a reply, a mail, a log or the terminal. */
export function readStrings(files: SourceFile[]): VisibleString[] {
  return files.flatMap(stringsOfFile)
}

function stringsOfFile(file: SourceFile): VisibleString[] {
  const { path } = file
  const source = parseSource(file)
  const found: VisibleString[] = []
  const isTool = /^(scripts|bench)\//.test(path)
  const isCatalogue = catalogue.test(path)
  const add = (node: ts.Node, kind: StringKind, words: string) => {
    // The output and errors of a script are seen by the person who runs it; its other strings are data.
    if (isTool && kind !== 'terminal' && kind !== 'error') return
    const plain = words.replaceAll(/\s+/g, ' ').trim()
    if (!/\p{L}{2}/u.test(plain.replaceAll('{…}', ''))) return
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    found.push({ path, line, kind, text: plain })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && node.children.some(isWritten)) {
      add(node.children.find(isWritten)!, 'text', node.children.map(writtenText).join(''))
      visitWithin(node)
      return
    }
    if (isStringNode(node)) {
      const kind = isCatalogue && isValue(node) ? 'message' : kindOf(node, isTool)
      if (kind) add(node, kind, stringText(node))
      if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => visit(expression))
      return
    }
    ts.forEachChild(node, visit)
  }
  /** Visits an element whose text is listed already: attributes and expressions hold strings of their own. */
  const visitWithin = (node: ts.JsxElement | ts.JsxFragment): void => {
    if (ts.isJsxElement(node)) visit(node.openingElement.attributes)
    for (const child of node.children) {
      if (ts.isJsxElement(child) && inlineElements.test(child.openingElement.tagName.getText())) visitWithin(child)
      else visit(child)
    }
  }
  visit(source)
  return found
}

type StringNode = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

function isStringNode(node: ts.Node): node is StringNode {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
}

function isValue(node: StringNode): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.initializer === node
}

function stringText(node: StringNode): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('')
}

function isWritten(child: ts.JsxChild): boolean {
  return ts.isJsxText(child) && /\p{L}/u.test(child.text)
}

/** Returns the text of a piece of an element as it is displayed. */
function writtenText(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return decodeEntities(child.text)
  if (ts.isJsxElement(child)) {
    if (!inlineElements.test(child.openingElement.tagName.getText())) return ' '
    return child.children.map(writtenText).join('')
  }
  if (ts.isJsxExpression(child)) {
    const { expression } = child
    if (!expression) return ''
    return ts.isStringLiteral(expression) ? expression.text : '{…}'
  }
  return ''
}

function decodeEntities(text: string): string {
  const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©' }
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => known[name] ?? whole)
}

/** Determines who sees a string from its place, and from its form where the place is ambiguous. */
function kindOf(node: StringNode, isTool: boolean): StringKind | undefined {
  const text = stringText(node)
  for (let inner: ts.Node = node, outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (ts.isJsxAttribute(outer)) return kindOfAttribute(outer.name.getText(), text)
    if (ts.isTaggedTemplateExpression(outer)) return undefined
    if (ts.isJsxExpression(outer) && !ts.isJsxAttribute(outer.parent)) return isSpoken(text) ? 'text' : undefined
    if (ts.isCallExpression(outer) || ts.isNewExpression(outer)) return kindOfArgument(outer, inner, text, isTool)
    if (ts.isPropertyAssignment(outer) || ts.isPropertyDeclaration(outer)) {
      if (outer.initializer !== inner) return undefined
      const name = outer.name.getText().replaceAll(/['"]/g, '')
      return isSpoken(text) && !silentProperty.test(name) ? 'message' : undefined
    }
    if (ts.isElementAccessExpression(outer) || ts.isCaseClause(outer) || ts.isLiteralTypeNode(outer)) return undefined
    if (ts.isBinaryExpression(outer) && isComparison(outer.operatorToken.kind)) return undefined
    if (ts.isFunctionLike(outer) || ts.isStatement(outer) || ts.isSourceFile(outer))
      return isSpoken(text) ? 'message' : undefined
  }
  return undefined
}

function isComparison(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken ||
    kind === ts.SyntaxKind.InKeyword
  )
}

function kindOfAttribute(name: string, text: string): StringKind | undefined {
  if (spokenAttribute.test(name)) return 'attribute'
  if (silentAttribute.test(name)) return undefined
  return isSentence(text) ? 'attribute' : undefined
}

function kindOfArgument(
  call: ts.CallExpression | ts.NewExpression,
  argument: ts.Node,
  text: string,
  isTool: boolean,
): StringKind | undefined {
  const callee = call.expression
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
  const owner = ts.isPropertyAccessExpression(callee) ? callee.expression.getText() : ''
  if (callee === argument) return undefined
  if (ts.isNewExpression(call) && /(Error|Refusal|Fault)$/.test(name)) return isWordy(text) ? 'error' : undefined
  if (owner === 'console') return 'terminal'
  if (/^process\.std(out|err)$/.test(owner)) return 'terminal'
  if (logMethods.has(name) && /(^|\.)(#?\w*[lL]og)$/.test(owner)) return isWordy(text) ? 'log' : undefined
  if (/^(querySelector(All)?|closest|matches|query|exec|prepare|getByRole|raw|test|replace(All)?|split)$/.test(name))
    return undefined
  if (isSentence(text)) return isTool ? 'terminal' : 'message'
  return undefined
}

/** Returns whether a string reads like language: a sentence, or one capitalised word such as a label. */
function isSpoken(text: string): boolean {
  return isSentence(text) || (/^\p{Lu}\p{Ll}+$/u.test(text) && text.length > 2)
}

function isSentence(text: string): boolean {
  return (
    isWordy(text) &&
    (!databaseText.test(text) || capitalized.test(text)) &&
    !styleText.test(text) &&
    !isClassList(text) &&
    !/[<>]\/?[a-z]+[\s>]|=>|\\|^\W*[/.#@]|\bvar\(|^[a-z-]+\/[a-z+.-]+/.test(text) &&
    (/^[“‘"'(]?(\p{Lu}|\{…\})/u.test(text) || /[.!?…:]$/.test(text) || structureWords.test(text))
  )
}

function isWordy(text: string): boolean {
  return /(\p{L}|\{…\})[’'\p{L},.:;!?)]* +[“‘"'(]?(\p{L}|\{…\})/u.test(text) && /\p{L}{2}/u.test(text)
}

function isClassList(text: string): boolean {
  const words = text.split(' ')
  return !/[\p{Lu}!?,]|\.( |$)/u.test(text) && words.filter((word) => /-|\d|:|\//.test(word)).length * 2 >= words.length
}
