import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId } from 'react'
import { Toolbar } from './toolbar.tsx'
import StarterKit from '@tiptap/starter-kit'

const allowed = new Set('p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote strong b em i u s del strike a'.split(' '))
/** Elements whose text is never meant to be pasted. */
const dropped = new Set(
  'script style template noscript noembed noframes iframe object embed title head textarea select xmp plaintext svg math'.split(
    ' ',
  ),
)
const blocks = new Set('table tr td th section article header footer main aside figure pre address dl dt dd'.split(' '))
const withoutEnd = new Set(['br', 'hr'])
const maxDepth = 60

/**
 * Cleans pasted HTML for the editor. It is parsed in an inert document and rebuilt from element names and text, because
 * the editor's own parser would attach it to the page, where event handlers could run.
 */
function cleanPaste(html: string): string {
  // Code cannot run in that document, but browsers still report handlers and base elements, so they are renamed first.
  const tame = html.replaceAll(/<base\b/gi, '<x-base').replaceAll(/(?<=[\s/"'`\0])on(?=[a-z]+\s*=)/gi, 'x-on')
  return childrenOf(new DOMParser().parseFromString(tame, 'text/html').body, 0)
}

function childrenOf(parent: Node, depth: number): string {
  return depth > maxDepth
    ? escaped(parent.textContent ?? '')
    : [...parent.childNodes].map((node) => written(node, depth + 1)).join('')
}

function written(node: Node, depth: number): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.nodeValue ?? '')
  if (!(node.nodeType === Node.ELEMENT_NODE)) return ''
  const element = node as Element
  const name = element.localName
  if (dropped.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return ''
  const tag = allowed.has(name) ? name : blocks.has(name) ? 'div' : ''
  if (tag === '') return childrenOf(element, depth)
  if (withoutEnd.has(tag)) return `<${tag}>`
  return `<${tag}${attributesOf(element, tag)}>${childrenOf(element, depth)}</${tag}>`
}

function attributesOf(element: Element, tag: string): string {
  const href = tag === 'a' ? element.getAttribute('href')?.trim() : undefined
  // Content copied from the editor itself carries this marker and is restored as it was.
  const slice = element.getAttribute('data-pm-slice')
  return (
    (href && /^(https?:\/\/|mailto:)/i.test(href) ? ` href="${escaped(href)}"` : '') +
    (slice ? ` data-pm-slice="${escaped(slice)}"` : '')
  )
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Extensions of the editor: exactly the elements that server/clean-html.ts allows. */
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
 * Rich-text editor for the formatting that email supports.
 *
 * @param html Initial content; later changes are ignored.
 * @param hasText Whether the plain text is already known; otherwise it is reported at once.
 * @param onChange Receives the HTML, empty without content, and the plain text.
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
  // Generated content has only HTML, so its plain text is derived here.
  useEffect(() => {
    if (!hasText && !editor.isEmpty) onChange(html, editor.getText({ blockSeparator: '\n\n' }))
    // oxlint-disable-next-line react/exhaustive-deps -- once, for the initial content
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
