import { persona } from './persona-en.ts'

export const en = {
  section: {
    kicker: 'AI voice persona',
    talkTo: 'Talk to {name}',
    lead: '{kind, select, agent {Ask out loud or type. The voice is synthetic, made and used with consent. Captions show everything that is said.} other {Ask out loud or type: about the artist, the track, the books or what is on the air. Answers are spoken in a synthetic voice and come from this site’s own records, each with its source.}}',
    goodToKnow: 'Good to know',
    whoAnswers: '{kind, select, agent {AI, not a person} other {Built-in software, not a person}}',
    howToAsk: 'Voice or text',
    noScript: 'Chatting needs JavaScript. The biography above tells you about the artist.',
  },
  panel: {
    talkTo: 'Talk to {name}',
    kicker: 'AI persona, not a person',
    kickerTalking: 'AI voice persona, not a person',
    close: 'Close',
    retry: 'Try Again',
    introduction:
      '{kind, select, agent {You are about to talk to software. {name} is an AI-generated artist, and the voice is AI-generated too.} written {This is the built-in persona of {name}: software, not a person. A language model writes its answers.} other {This is the built-in persona of {name}: software, not a person, and not a language model.}}',
    factRecorded:
      'Your voice and what you type are sent to ElevenLabs, which answers and may record them. By starting, you agree to this.',
    factLimit:
      'A conversation lasts up to {minutes, plural, one {# minute} other {# minutes}} and ends after a minute of silence.',
    factCaptions: 'Captions show everything that is said. You can type at any time, even without a microphone.',
    factSilence: 'Other audio is muted while you talk.',
    factWrittenOutside:
      'Text you type outside a call is sent to a language model ({writer}) to be answered, and is not stored on this site.',
    factRecords: 'Answers come only from this site’s own records, each with its source.',
    factSpoken:
      'A synthetic voice, from your device or this site, reads answers aloud with captions. You can turn the voice off.',
    factListening:
      'If you talk, your browser turns speech into text and may send the recording to the company that makes it, such as Google, Apple or Microsoft. This site receives only the text. By starting to talk, you agree to this.',
    factWritten:
      'Text you type is sent to a language model ({writer}) to be answered, and is not stored on this site. By starting, you agree to this.',
    factNotStored: 'Your questions are answered and not stored.',
    asking: 'Waiting for the microphone…',
    askingStatus: 'Allow access to your microphone in the browser.',
    connecting: 'Connecting…',
    connectingStatus: '{kind, select, agent {Connecting to the voice agent.} other {Getting ready to listen.}}',
    agree: 'Agree and start talking',
    cancel: 'Cancel',
    typeInstead: 'Type instead',
    startTyping: 'Start typing',
    cannotListen: 'This browser cannot turn speech into text. Type your questions; answers are spoken.',
    microphoneOff: 'Microphone off',
    speaking: '{name} is speaking',
    listening: 'Listening',
    builtIn: 'Built-in persona',
    startTalking: 'Start talking',
    speakAnswers: 'Speak answers',
    stopSpeaking: 'Stop speaking',
    readAloud: 'Read aloud',
    timeLeft: 'Time left',
    stillThere: 'Are you still there? The conversation ends after a minute of silence.',
    silenceLeft: '{seconds, number} s left.',
    keepTalking: 'Keep talking',
    mute: 'Mute',
    end: 'End',
    download: 'Download transcript',
    conversation: 'Conversation',
    saySomething: 'Say something, or type. Captions of the conversation appear here.',
    examples: 'Try: Who is {name}? · Which books are free? · What is on the air?',
    waiting: 'Looking it up…',
    you: 'You',
    builtInSpeaker: '{name}, built-in software',
    sources: 'Sources:',
    message: 'Message to {name}',
    tooLong: 'Messages can have up to {max, number} characters. This one has {count, number}.',
    tooLongStatus: 'Messages can have up to {max, number} characters. This one is too long.',
    waitToSend: 'Wait for the answer before you send another message.',
    shortenToSend: 'Shorten the message to send it.',
    typeToSend: 'Type a message to send it.',
    send: 'Send',
    countdown: 'in {seconds, number} s',
    endsConversation: 'This ends the conversation.',
    notPlayable: 'This cannot be played on this page.',
  },
  notes: {
    'not-connected': 'Voice is not connected yet. You can type instead.',
    'visitor-budget': 'You have used your talk time for today. You can keep typing; the built-in persona answers.',
    'day-budget': 'This site’s talk time for today is used up. You can keep typing; the built-in persona answers.',
    'time-limit': 'The conversation reached its time limit. You can keep typing.',
    'silence': 'The conversation ended after a minute of silence. You can keep typing.',
    'ended': 'You ended the conversation. You can keep typing.',
    'stopped': 'You ended the conversation.',
    'other-audio': 'The conversation ended because something else started playing. You can keep typing.',
    'agent-ended': '{name} ended the conversation. You can keep typing.',
    'voice-refused': 'Your browser did not allow sound. Press “Read aloud” to hear the answer.',
    'voice-failed': 'The voice is not available right now. The answer is in the text above.',
    'not-answered': 'Your question could not be answered. Check your connection, and ask again.',
    'lost': 'The connection was lost. You can keep typing, or start talking again.',
  },
  problems: {
    'widget-failed': 'Failed to load conversation widget. Please refresh and try again.',
    'no-support':
      'Your browser does not support microphone access. Please use a modern browser like Chrome, Firefox, or Safari.',
    'denied': 'Microphone access denied. Please allow microphone access in the address bar and try again.',
    'no-microphone': 'No microphone found. Please connect a microphone and try again.',
    'in-use': 'Your microphone is in use. Please close other apps using it and try again.',
    'no-access': 'Unable to access microphone. Please check your browser settings.',
    'no-recognition':
      'This browser cannot turn speech into text right now. Type your questions instead; answers are spoken.',
    'network': 'Network error. Please check your connection and try again.',
    'failed': 'Something went wrong. Please try again in a moment.',
  },
  transcript: {
    title: 'Conversation with {name}, {time}',
    builtIn: '{name} (built-in software)',
    agent: '{name} (AI voice persona)',
    source: 'source: {label} ({address})',
  },
  errors: {
    noPersona: 'You cannot chat with this artist.',
    tooManyMessages: 'You’re sending messages too quickly. Wait a few minutes and try again.',
    tooManyConversations: 'You started too many conversations. Type instead, or try again in an hour.',
    noSpeech: 'The voice is not available right now. Read the answer, and try again in a moment.',
    nothingToSay: 'This text has no words that can be spoken.',
    noConversation: 'Conversation not found. It may have ended already.',
    widgetFailed: 'Failed to load conversation widget. Please refresh and try again.',
  },
  persona,
} as const

declare module '#shared/messages.ts' {
  interface SiteMessages {
    voice: typeof en
  }
}
