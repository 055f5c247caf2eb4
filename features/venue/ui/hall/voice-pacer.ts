/** Messages that may be sent at once, and per second after that; the server closes the connection at 40 and 15. */
const burst = 20
const perSecond = 10

/**
 * Creates a queue that sends messages at a rate that the server accepts, because a guest in a full hall connects to
 * many others at once.
 */
export function createPacer<Message>(
  send: (message: Message) => void,
  { nowMs = () => performance.now(), later = (run: () => void, ms: number) => setTimeout(run, ms) as unknown } = {},
) {
  const queue: Message[] = []
  let tokens = burst
  let refilledAtMs = nowMs()
  let isWaiting = false

  function flush(): void {
    const at = nowMs()
    tokens = Math.min(burst, tokens + ((at - refilledAtMs) * perSecond) / 1000)
    refilledAtMs = at
    while (queue.length > 0 && tokens >= 1) {
      tokens -= 1
      send(queue.shift()!)
    }
    if (queue.length === 0 || isWaiting) return
    isWaiting = true
    later(() => {
      isWaiting = false
      flush()
    }, 1000 / perSecond)
  }

  return {
    push(message: Message): void {
      queue.push(message)
      flush()
    },
    clear(): void {
      queue.length = 0
    },
  }
}
