import { afterEach, expect, test, vi } from 'vitest'
import { sendFile, type UploadError } from './send-file.ts'

/** The browser's request, whose end the test decides. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = []
  upload = new EventTarget()
  responseType = ''
  status = 0
  response: unknown = null
  open() {}
  setRequestHeader() {}
  send() {
    FakeRequest.sent.push(this)
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  reply(status: number, response: unknown) {
    Object.assign(this, { status, response })
    this.dispatchEvent(new Event('load'))
  }
}

afterEach(() => {
  FakeRequest.sent = []
  vi.unstubAllGlobals()
})

function start(signal = new AbortController().signal) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const sent = sendFile('/api/upload', new File(['a'], 'a.mp3'), () => undefined, signal)
  return sent.catch((error: unknown) => error as UploadError)
}

test('an upload aborted before it begins sends nothing, and one in progress is stopped', async () => {
  const early = new AbortController()
  early.abort()
  expect(await start(early.signal)).toMatchObject({ message: 'Upload cancelled.', isFinal: false })
  expect(FakeRequest.sent).toHaveLength(0)
  const late = new AbortController()
  const outcome = start(late.signal)
  expect(FakeRequest.sent).toHaveLength(1)
  late.abort()
  expect(await outcome).toMatchObject({ message: 'Upload cancelled.', isFinal: false })
})

test.each([
  [413, { message: 'Too large.' }, 'Too large.', true],
  [401, { message: 'Sign in.' }, 'Sign in.', false],
  [503, null, 'Upload failed. Try again.', false],
])(
  'a reply of %d fails with its message, and tells whether a retry can help',
  async (status, body, message, isFinal) => {
    const outcome = start()
    FakeRequest.sent[0]!.reply(status, body)
    expect(await outcome).toMatchObject({ message, isFinal })
  },
)
