import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';

export interface ReceivedMail {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  /** Addresses of the SMTP envelope, separated by commas. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** null for a message of text alone. */
  readonly html: string | null;
  /** Web addresses in the text, in order. */
  readonly links: readonly string[];
}

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** The last messages, newest first, in memory. */
export class Mailbox {
  readonly #capacity: number;
  #messages: readonly ReceivedMail[] = [];

  constructor(capacity = 100) {
    this.#capacity = capacity;
  }

  get messages(): readonly ReceivedMail[] {
    return this.#messages;
  }

  find(id: string): ReceivedMail | undefined {
    return this.#messages.find((mail) => mail.id === id);
  }

  /** Parses a message as it came over the wire (RFC 5322) and keeps it. */
  async receive(raw: Uint8Array, envelope: Envelope): Promise<ReceivedMail> {
    const parsed = await PostalMime.parse(raw);
    const text = parsed.text ?? '';
    const mail: ReceivedMail = {
      id: randomUUID(),
      receivedAt: new Date(),
      from: envelope.from,
      to: envelope.to.join(', '),
      subject: parsed.subject ?? '(no subject)',
      text,
      html: parsed.html ?? null,
      links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
    };
    this.#messages = [mail, ...this.#messages].slice(0, this.#capacity);
    return mail;
  }
}
