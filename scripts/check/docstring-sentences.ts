import ts from 'typescript'
import { parseSource, type SourceFile } from './source-files.ts'

const questionWord = /^(What|Who|Whom|Whose|Whether|Why|How|Which)\b/
const conjunction = /^(Where|When|While|Until|If)\b/
/** A noun, a word or two, and a relative clause: the rest of the sentence, up to a colon or semicolon, is caught. */
const relativeClause =
  /^(?:The|Those|Everything|Anything|Something)(?: [^\s,;:]+){0,2} (?:that|which|who|where) \S+([^;:]*)/
/** One of these in the rest of a sentence is taken for its main verb. */
const mainVerb =
  /\b(is|are|was|were|has|have|had|must|may|can|cannot|could|will|would|should|does|do|did|needs?|stays?|becomes?|gets?)\b/

/**
 * Refuses docstrings whose first sentence has no head: "What …", "Who …", "Whether …", "How …", "Where …", and
 * "The … that …" without a verb of its own.
 */
export function checkDocstringSentences(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !path.startsWith('scripts/sample-media/'))
    .flatMap(headlessDocstrings)
}

function headlessDocstrings(file: SourceFile): string[] {
  const { path } = file
  const source = parseSource(file)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    for (const doc of ts.getJSDocCommentsAndTags(node)) {
      if (!ts.isJSDoc(doc) || doc.parent !== node) continue
      const sentence = firstSentence(ts.getTextOfJSDocComment(doc.comment) ?? '')
      if (!isHeadless(sentence)) continue
      const { line } = source.getLineAndCharacterOfPosition(doc.getStart(source))
      found.push(
        `${path}:${line + 1}: '${sentence}' is not a complete sentence; begin with a verb ("Returns whether …") or name the thing`,
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function firstSentence(text: string): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text.trim()).replaceAll(/\s+/g, ' ')
}

function isHeadless(sentence: string): boolean {
  if (sentence.endsWith('?')) return false
  if (questionWord.test(sentence)) return true
  if (conjunction.test(sentence)) return !/^[^;:]*, (?!or |and )/.test(sentence)
  const [, rest] = relativeClause.exec(sentence) ?? []
  return rest !== undefined && !mainVerb.test(rest)
}
