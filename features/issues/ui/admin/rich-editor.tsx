import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId } from 'react'
import { Toolbar } from './toolbar.tsx'
import StarterKit from '@tiptap/starter-kit'

const kept = new Set('p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote strong b em i u s del strike a'.split(' '))
/** What stands in these is no text somebody meant to paste. */
const dropped = new Set(
  'script style template noscript noembed noframes iframe object embed title head textarea select xmp plaintext svg math'.split(
    ' ',
  ),
)
const blocks = new Set('table tr td th section article header footer main aside figure pre address dl dt dd'.split(' '))
const withoutEnd = new Set(['br', 'hr'])
const mostDeep = 60

/**
 * Pasted HTML as the editor may read it. It is taken apart in a document where nothing runs, and only names and words
 * of it are written down again: the editor's own reading would hand it to the page first, where every handler in it
 * asks to run.
 */
function cleanPaste(html: string): string {
  // Nothing runs there, and yet a browser reports handlers and bases as they are read: they lose their names first.
  const tame = html.replaceAll(/<base\b/gi, '<x-base').replaceAll(/(?<=[\s/"'`\0])on(?=[a-z]+\s*=)/gi, 'x-on')
  return childrenOf(new DOMParser().parseFromString(tame, 'text/html').body, 0)
}

function childrenOf(parent: Node, depth: number): string {
  return depth > mostDeep
    ? escaped(parent.textContent ?? '')
    : [...parent.childNodes].map((node) => written(node, depth + 1)).join('')
}

function written(node: Node, depth: number): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '')
  if (!(node.nodeType === Node.ELEMENT_NODE)) return ''
  const element = node as Element
  const name = element.localName
  if (dropped.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return ''
  const tag = kept.has(name) ? name : blocks.has(name) ? 'div' : ''
  if (tag === '') return childrenOf(element, depth)
  if (withoutEnd.has(tag)) return `<${tag}>`
  return `<${tag}${attributesOf(element, tag)}>${childrenOf(element, depth)}</${tag}>`
}

function attributesOf(element: Element, tag: string): string {
  const href = tag === 'a' ? element.getAttribute('href')?.trim() : undefined
  // What was copied out of the editor itself says so, and goes in again as it was.
  const slice = element.getAttribute('data-pm-slice')
  return (
    (href && /^(https?:\/\/|mailto:)/i.test(href) ? ` href="${escaped(href)}"` : '') +
    (slice ? ` data-pm-slice="${escaped(slice)}"` : '')
  )
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * What the editor knows: exactly what server/clean-html.ts lets through, so that nothing is written that a mail cannot
 * show.
 */
const mailExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ['mailto'],
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]

const prose =
  '[&_.tiptap]:min-h-64 [&_.tiptap]:px-4 [&_.tiptap]:py-4 [&_.tiptap]:outline-none [&_.tiptap]:[overflow-wrap:anywhere] [&_.tiptap>*+*]:mt-4 ' +
  '[&_h2]:title [&_h3]:font-display [&_h3]:text-lead [&_h3]:font-bold [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6 ' +
  '[&_blockquote]:border-l-2 [&_blockquote]:border-live [&_blockquote]:pl-4 [&_hr]:border-groove [&_a]:text-live [&_a]:underline'

/**
 * A rich editor of what mail can show.
 *
 * @param html What it begins with; later changes of it are not looked at.
 * @param hasText Whether its words are known; otherwise they are told at once.
 * @param onChange The HTML, empty when nothing is written, and its words.
 */
export function RichEditor({
  label,
  html,
  hasText,
  onChange,
}: {
  label: string
  html: string
  hasText: boolean
  onChange: (html: string, text: string) => void
}) {
  const id = useId()
  const editor = useEditor({
    extensions: mailExtensions,
    content: html,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: {
        'role': 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-hint`,
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML(), now.getText({ blockSeparator: '\n\n' })),
  })
  // What was generated brings HTML alone: its words are read from it here.
  useEffect(() => {
    if (!hasText && !editor.isEmpty) onChange(html, editor.getText({ blockSeparator: '\n\n' }))
    // oxlint-disable-next-line react/exhaustive-deps -- once, for what it began with
  }, [editor])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <span id={`${id}-label`} className="label text-dust">
        {label}
      </span>
      <div className="rounded-plate border border-groove bg-plate focus-within:border-live">
        <Toolbar editor={editor} />
        <EditorContent editor={editor} className={prose} />
      </div>
      <p id={`${id}-hint`} className="text-small text-dust">
        Pasted text keeps the formatting that email supports: headings, lists, quotes, emphasis and links.
      </p>
    </div>
  )
}
