/** A parsed form with nested fields. */
export type Tree = { [name: string]: string | Tree }

/** `a[0][b]=1` as `{ a: { 0: { b: '1' } } }`. */
export function treeOf(form: string): Tree {
  const tree: Tree = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let place = tree
    for (const part of path.slice(0, -1)) place = (place[part] ??= {}) as Tree
    place[path.at(-1)!] = value
  }
  return tree
}

type Shape = { [name: string]: 'text' | 'integer' | 'address' | 'anything' | Shape }

/** Supported parameters of a checkout session in API version 2026-10-28. */
const session: Shape = {
  mode: 'text',
  line_items: {
    '*': {
      quantity: 'integer',
      price: 'text',
      price_data: {
        currency: 'text',
        unit_amount: 'integer',
        tax_behavior: 'text',
        product_data: { name: 'text', description: 'text', tax_code: 'text', images: 'anything', metadata: 'anything' },
      },
    },
  },
  success_url: 'address',
  cancel_url: 'address',
  client_reference_id: 'text',
  customer_email: 'text',
  customer_creation: 'text',
  expires_at: 'integer',
  metadata: 'anything',
  payment_intent_data: {
    metadata: 'anything',
    receipt_email: 'text',
    description: 'text',
    statement_descriptor_suffix: 'text',
  },
  consent_collection: { terms_of_service: 'text' },
  automatic_tax: { enabled: 'text' },
  allow_promotion_codes: 'text',
  locale: 'text',
  submit_type: 'text',
  ui_mode: 'text',
  allowed_payment_method_types: 'anything',
  excluded_payment_method_types: 'anything',
  expand: 'anything',
}

/** Returns the API error for an invalid session request; undefined when it is valid. */
export function validateForm(form: Tree, nowSeconds: number): string | undefined {
  const refusal = misfit(form, session, '')
  if (refusal) return refusal
  if (form['mode'] !== 'payment' || !form['line_items'] || !form['success_url']) return 'Missing required param.'
  const aheadSeconds = Number(form['expires_at']) - nowSeconds
  if (form['expires_at'] && (aheadSeconds < 1_790 || aheadSeconds > 24 * 3600 + 10))
    return 'expires_at must be 30 minutes to 24 hours ahead.'
  return undefined
}

function misfit(tree: Tree, shape: Shape, at: string): string | undefined {
  for (const [name, value] of Object.entries(tree)) {
    const expected = shape[name] ?? shape['*']
    const path = at ? `${at}[${name}]` : name
    if (!expected) return `Received unknown parameter: ${path}`
    if (expected === 'anything') continue
    if (typeof expected === 'object') {
      const within = typeof value === 'object' ? misfit(value, expected, path) : `Invalid hash: ${path}`
      if (within) return within
    } else if (typeof value === 'object') return `Invalid string: ${path}`
    else if (expected === 'integer' && !/^\d+$/.test(value)) return `Invalid integer: ${path}`
    else if (expected === 'address' && !URL.canParse(value)) return `Not a valid URL: ${path}`
  }
  return undefined
}
