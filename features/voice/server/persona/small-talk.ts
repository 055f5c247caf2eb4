/** What a message is about when it asks for no record. */
export type Aim =
  | 'software'
  | 'self'
  | 'on-air'
  | 'play-radio'
  | 'play-track'
  | 'open'
  | 'books'
  | 'collections'
  | 'hello'
  | 'thanks'
  | 'goodbye'
  | 'help'

/** Tried in this order; the first that fits counts. Each is linear in the length of the message. */
const aims: [Aim, RegExp][] = [
  [
    'software',
    /\bare (you|u) (a |an |really |actually |truly )*(real|human|person|people|ai|bot|robot|machine|software|alive|conscious|program)\b/,
  ],
  [
    'software',
    /\b(what are you|chatbot|language model|is this (a |an )?(real|ai|bot|human)|system prompt|your instructions|who made you)\b/,
  ],
  ['on-air', /\b(on (the )?air|now playing|(what is|whats|what s) (playing|on the radio|on right now))\b/],
  ['play-radio', /\b(play|start|put on|turn on|hear|listen to)\b.*\b(radio|station|stream)\b/],
  ['play-track', /^(please |can you |could you |would you |will you )*(play|put on|start|let me hear|i want to hear|sing)\b/],
  ['open', /^(please |can you |could you |would you |will you |i want to )*(open|read|show( me)?|go to|take me to|bring me to)\b/],
  ['books', /\b(what|which|any|your|the|have|list|all|how many|write|wrote|written)\b.*\bbooks\b|^books?$/],
  ['collections', /\b(nfts?|collections?|collectibles?|minted)\b/],
  ['self', /\b(who are you|who is this|about yourself|introduce yourself|your name|what do you do|about you)\b/],
  ['help', /\b(help|what can (you|i)|what do you know)\b/],
  ['thanks', /\b(thanks|thank you|thx|cheers)\b/],
  ['goodbye', /^(bye|goodbye|good night|see you)\b/],
  ['hello', /^(hi|hello|hey|good (morning|evening|afternoon)|yo|howdy)\b/],
]

/** What a message is about; undefined when it asks for something the records may know. */
export function aimOf(message: string): Aim | undefined {
  const words = message
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return aims.find(([, pattern]) => pattern.test(words))?.[0]
}
