import { createServer as createPlain, type RequestListener } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A fake of platform sites: each path behaves like a kind of site. */
export type FramedSiteFake = {
  origin: string
  /** Host with port, for the local hosts setting. */
  host: string
  /** Requests as `GET /path`, in order. */
  requests: string[]
  /** Sets the status of paths below `/moody`. */
  setMood(status: number): void
  close(): Promise<void>
}

const headersOf: Record<string, Record<string, string | string[]>> = {
  '/denied': { 'x-frame-options': 'DENY' },
  '/own-only': { 'x-frame-options': 'SAMEORIGIN' },
  '/allowed-by-policy': {
    'x-frame-options': 'DENY',
    'content-security-policy': ["default-src * 'unsafe-inline'", 'frame-ancestors *'],
  },
  '/denied-by-second-policy': { 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'none'"] },
  '/reported-only': { 'content-security-policy-report-only': "frame-ancestors 'none'" },
  '/file': { 'content-type': 'application/pdf' },
  '/download': { 'content-disposition': 'attachment; filename=page.html' },
}

/** Page that attacks its parent page and lists the results. */
const hostilePage = `<!doctype html><title>Hostile</title><h1>Hostile</h1><ul></ul><script>
const tell = (words) => document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: words }))
const attempt = (name, act) => { try { act(); tell(name + ': done') } catch (error) { tell(name + ': ' + error.name) } }
attempt('top', () => { top.location.href = location.origin + '/phishing' })
attempt('parent', () => { parent.location.replace(location.origin + '/phishing') })
attempt('wallet', () => { top.solana.connect() })
attempt('document', () => { parent.document.title = 'mine' })
window.open(location.origin + '/phishing', '_top')
const link = Object.assign(document.createElement('a'), { href: location.origin + '/phishing', target: '_top' })
document.body.append(link)
link.click()
alert('Your wallet is locked')
confirm('Sign in again')
prompt('Type your secret words')
parent.postMessage({ type: 'connect', method: 'signTransaction' }, '*')
navigator.mediaDevices?.getUserMedia({ audio: true }).then(() => tell('microphone: done'), (error) => tell('microphone: ' + error.name))
tell('finished')
</script>`

/**
 *
 * @param tls Certificate and key, to serve over TLS.
 */
export async function startFramedSiteFake(tls?: { cert: string; key: string }): Promise<FramedSiteFake> {
  const requests: string[] = []
  let mood = 200
  const answer: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    requests.push(`${request.method} ${pathname}`)
    if (pathname === '/hangs') return
    // Responds to the server's check, but never to a browser.
    if (pathname === '/slow' && !request.headers['user-agent']?.startsWith('Swade')) return
    if (pathname === '/moved')
      return void response.writeHead(302, { location: searchParams.get('to') ?? '/fine' }).end()
    if (pathname === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
    if (pathname === '/endless') {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer)).on('error', () => undefined)
      return
    }
    const status = pathname.startsWith('/moody') ? mood : Number(/^\/status\/(\d{3})$/.exec(pathname)?.[1] ?? 200)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headersOf[pathname] })
    if (pathname === '/hostile') return void response.end(hostilePage)
    if (pathname === '/wanders')
      return void response.end('<!doctype html><script>location.href = "https://elsewhere.example/"</script>')
    response.end(`<!doctype html><title>Double</title><h1>The site at ${pathname.replace(/[^\w/-]/g, '')}</h1>`)
  }
  const server = tls ? createTls(tls, answer) : createPlain(answer)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `${tls ? 'https' : 'http'}://${host}`,
    host,
    requests,
    setMood: (status) => void (mood = status),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
