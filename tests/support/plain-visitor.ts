import { type Attributes, elements, plain, readText } from './html.ts'
import { nextVisitorAddress } from './shared-site.ts'

/** A page without JavaScript. */
export type PlainPage = { status: number; path: string; html: string; text: string; headers: Headers }

/** Form values by field name. */
export type Typed = Record<string, string | string[] | true | File>

/** A browser without JavaScript that stores cookies, follows redirects and submits forms. */
export type PlainVisitor = {
  get(path: string): Promise<PlainPage>
  /**
   * Clicks a submit button of the current page.
   *
   * @param fields Form values by field name: one text for all fields of a name or one for each, `true` for a checked
   *   box.
   * @param options.nth Index of the button among several with this text, from 0.
   * @throws Error for a missing button or field.
   */
  press(button: string, fields?: Typed, options?: { nth?: number }): Promise<PlainPage>
  /** Returns whether the current page has such a button. */
  offers(button: string): boolean
  /** Returns the `Cookie` header. */
  cookie(): string
}

/**
 *
 * @param cookie Initial cookies, such as the session of the owner.
 */
export function openPlainVisitor({ origin }: { origin: string }, cookie = ''): PlainVisitor {
  const jar = new Map(cookie.split('; ').flatMap((one) => (one ? [splitAtFirst(one, '=')] : [])))
  const from = nextVisitorAddress()
  let page: PlainPage = { status: 0, path: '/', html: '', text: '', headers: new Headers() }

  async function ask(
    path: string,
    init: { method?: string; body?: FormData | URLSearchParams } = {},
  ): Promise<PlainPage> {
    const sent = {
      ...init,
      redirect: 'manual' as const,
      headers: { 'accept': 'text/html', origin, 'cookie': readJar(), 'x-forwarded-for': from },
    }
    const answer = await fetch(new URL(path, origin), sent)
    for (const line of answer.headers.getSetCookie()) jar.set(...splitAtFirst(line.split(';')[0] ?? '', '='))
    const location = answer.headers.get('location')
    if (location) return ask(new URL(location, new URL(path, origin)).href)
    const html = await answer.text()
    const { pathname, search } = new URL(path, origin)
    page = { status: answer.status, path: pathname + search, html, text: readText(html), headers: answer.headers }
    return page
  }
  const readJar = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  return {
    get: (path) => ask(path),
    cookie: readJar,
    offers: (words) => listButtons(page.html, words).length > 0,
    press(words, fields = {}, { nth = 0 } = {}) {
      const { form, button } = findButton(page.html, words, nth)
      const filled = fillForm(form, fields)
      if (button['name']) filled.append(button['name'], button['value'] ?? '')
      const action = button['formaction'] ?? form.attributes['action'] ?? page.path
      if (form.attributes['method']?.toLowerCase() !== 'post')
        return ask(`${action.split('?')[0]}?${new URLSearchParams(textsOf(filled))}`)
      const isMultipart = form.attributes['enctype'] === 'multipart/form-data'
      return ask(action, { method: 'POST', body: isMultipart ? filled : new URLSearchParams(textsOf(filled)) })
    },
  }
}

type Form = { attributes: Attributes; html: string }

/** Finds a button and its form, including fields linked by the `form` attribute. */
function findButton(html: string, words: string, nth: number): { form: Form; button: Attributes } {
  const forms = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([text]) => ({
    attributes: elements(text, 'form')[0] ?? {},
    html: text,
  }))
  const found = listButtons(html, words)[nth]
  const button = found && elements(found[0], 'button')[0]
  const form =
    button &&
    forms.find(({ attributes, html: text }) =>
      button['form'] ? attributes['id'] === button['form'] : text.includes(found[0]),
    )
  if (!form) throw new Error(`The page has no button "${words}" in a form`)
  const elsewhere = form.attributes['id']
    ? [...html.matchAll(new RegExp(`<(?:input|textarea|select)\\b[^>]*\\sform="${form.attributes['id']}"[^>]*>`, 'g'))]
    : []
  return { form: { ...form, html: form.html + elsewhere.map(([text]) => text).join('') }, button }
}

function listButtons(html: string, words: string): RegExpMatchArray[] {
  return [...html.matchAll(/<button\b[^>]*>[\s\S]*?<\/button>/g)].filter(
    ([text]) => (elements(text, 'button')[0]?.['aria-label'] ?? readText(text)) === words,
  )
}

function fillForm({ attributes, html }: Form, typed: Typed): FormData {
  const form = new FormData()
  const names = new Set<string>()
  const own = (name: string, value: string) => {
    const given = typed[name]
    const entry = (Array.isArray(given) ? given[form.getAll(name).length] : given) ?? value
    names.add(name)
    if (entry instanceof File) form.append(name, entry)
    else form.append(name, entry === true ? value : entry)
  }
  for (const input of elements(html.replace(/<button[\s\S]*?<\/button>/g, ''), 'input')) {
    const { name, type = 'text', value = '' } = input
    const isOfAnother = input['form'] !== undefined && input['form'] !== attributes['id']
    if (!name || 'disabled' in input || isOfAnother || (type === 'file' && typed[name] === undefined)) continue
    const isChoice = type === 'checkbox' || type === 'radio'
    if (!isChoice) own(name, value)
    else if (typed[name] === (type === 'radio' ? value : true) || (typed[name] === undefined && 'checked' in input)) {
      names.add(name)
      form.append(name, value || 'on')
    }
  }
  for (const [, tag = '', text = ''] of html.matchAll(/(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>/g))
    own(elements(tag, 'textarea')[0]?.['name'] ?? '', plain(text).replace(/^\n/, ''))
  for (const [, tag = '', text = ''] of html.matchAll(/(<select\b[^>]*>)([\s\S]*?)<\/select>/g)) {
    const options = elements(text, 'option')
    own(
      elements(tag, 'select')[0]?.['name'] ?? '',
      (options.find((one) => 'selected' in one) ?? options[0])?.['value'] ?? '',
    )
  }
  const missing = Object.keys(typed).filter((name) => !names.has(name))
  if (missing.length > 0)
    throw new Error(`The form of ${attributes['action'] ?? 'this page'} has no ${missing.join(', ')}`)
  return form
}

const textsOf = (form: FormData): [string, string][] =>
  [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

function splitAtFirst(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return [text.slice(0, at).trim(), text.slice(at + sign.length)]
}
