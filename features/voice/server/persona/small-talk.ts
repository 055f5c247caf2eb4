import { plain } from './words.ts'

/** What a message may be about, other than a record that is looked up. */
export type Aim =
  | 'software'
  | 'on-air'
  | 'play-radio'
  | 'play-track'
  | 'open'
  | 'price'
  | 'events'
  | 'voice'
  | 'genre'
  | 'songs'
  | 'roster'
  | 'tokens'
  | 'books'
  | 'collections'
  | 'prizes'
  | 'founder'
  | 'self'
  | 'help'
  | 'thanks'
  | 'goodbye'
  | 'hello'

/** In this order. Each is linear in the length of the message. */
const aims: [Aim, RegExp][] = [
  [
    'software',
    /\bare (you|u) (a |an |really |actually |truly )*(real|human|person|people|ai|bot|robot|machine|software|alive|conscious|program)\b/,
  ],
  [
    'software',
    /\b(what are you|chatbot|language model|is this (a |an )?(real|ai|bot|human)|system prompt|your instructions|who made you)\b/,
  ],
  ['on-air', /\b(on (the )?air|now playing|(what is|whats|what) (playing|on the radio|on right now))\b/],
  ['on-air', /^(what is |what |tell me about )?(the |your |swade )*(radio|station|radio station)$/],
  ['play-radio', /\b(play|start|put on|turn on|hear|listen to)\b.*\b(radio|station|stream)\b/],
  ['play-track', /^(please |can you |could you |would you |will you )*(play|put on|start|let me hear|i want to hear|sing)\b/],
  ['open', /^(please |can you |could you |would you |will you |i want to )*(open|read|show( me)?|go to|take me to|bring me to)\b/],
  [
    'price',
    /\b(prices?|priced|costs?|how much (is|are|do|does|for)|worth|value|valued|expensive|where (can|do|could) (i|one|we|you) (buy|get))\b/,
  ],
  ['events', /\b(events?|concerts?|gigs?|live shows?|virtual world)\b/],
  ['voice', /\b(your|her|his|their|its|the|whose) (singing |speaking |own )?(voice|vocals)\b|\bvoice\b.*\b(use|uses|have|has|made|from)\b/],
  ['genre', /\b(genres?|styles?|(kind|sort|type) of (music|songs?|artist))\b/],
  ['songs', /\b(songs?|tracks?|music|singles?|albums?|discography|records?|releases?)\b/],
  ['roster', /\b(artists?|roster|singers?|musicians?|bands?|fam|family)\b/],
  ['tokens', /\b(tokens?|coins?|crypto)\b/],
  ['books', /\b(books?|library)\b/],
  ['collections', /\b(nfts?|collections?|collectibles?|minted)\b/],
  ['prizes', /\b(awards?|prizes?|medals?|recognition)\b/],
  ['founder', /\bfounders?\b/],
  ['self', /\b(who are you|who is this|about yourself|introduce yourself|your name|what do you do|about you)\b/],
  ['self', /\b(biography|bio|liner notes)\b|\b(your|her|his|own|whole|life) (story|background)\b|\b(story|background)$/],
  ['help', /\b(help|what can (you|i)|what do you know)\b/],
  ['thanks', /\b(thanks|thank you|thx|cheers)\b/],
  ['goodbye', /^(bye|goodbye|good night|see you)\b/],
  ['hello', /^(hi|hello|hey|good (morning|evening|afternoon)|yo|howdy)\b/],
]

/** What a message may be about, the likeliest first; none when it asks for what only the records may know. */
export function aimsOf(message: string): Aim[] {
  const words = plain(message).trim()
  return [...new Set(aims.filter(([, pattern]) => pattern.test(words)).map(([aim]) => aim))]
}
