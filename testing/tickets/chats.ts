import type { Ticket } from './ticket'

/** Chat logs and notes of calls. */
export const CHATS: readonly Ticket[] = [
  {
    what: 'a Slack thread',
    text: `anna.k  2:30 PM
@channel anybody around? <@U012AB3CD> globex says sub_globex was cancelled by mistake :cry:
ben  2:31 PM
lemme check… 1 sec
+1 :thumbsup_all: 3 replies
ben  2:45 PM
yep – see <https://console.example/subscriptions/sub_globex|console>, ends in 12 days`,
    ids: ['sub_globex'],
  },
  {
    what: 'a WhatsApp chat',
    text: `[03.11.26, 14:30:05] Anna: Hallo, meine Rechnung 1042 stimmt nicht
[03.11.26, 14:31:12] Support: Welche Kundennummer haben Sie?
[03.11.26, 14:32:40] Anna: acme-4711, Vertrag läuft seit 2 Jahren 😀
[03.11.26, 14:33:01] Anna: <Anhang: 00000042-PHOTO-2026-11-03-14-33-01.jpg>`,
    ids: ['1042', 'acme-4711'],
  },
  {
    what: 'an exported WhatsApp chat of Brazil',
    text: `03/11/2026 14:30 - +55 11 91234-5678: Oi, boa tarde! Cobraram R$ 1.200,50 em dobro
03/11/2026 14:31 - Suporte: Qual é o número da fatura?
03/11/2026 14:35 - +55 11 91234-5678: fatura 1042, assinatura sub_br_9`,
    ids: ['1042', 'sub_br_9'],
  },
  {
    what: 'a chat widget transcript',
    text: `Chat started: 2026-11-03 14:30 (UTC+01:00) | Visitor #88213 | Chrome 122 / Windows 10 | 203.0.113.27
Visitor (14:30:05): hi
Agent Lea (14:30:41): Hi! How can I help you today? :-)
Visitor (14:31:10): my invoice INV-00087 says 24 seats, I have 2
Agent Lea (14:33:00): One moment please… <3
Chat ended after 12m 40s. Rating: 4/5`,
    ids: ['INV-00087'],
    also: ['88213'],
  },
  {
    what: 'a Teams chat',
    text: `[Tuesday 2:30 PM] Smith-Jones, Karen
Did we answer on cus_umbrella yet? SLA is 4h, it's been 6 hrs
[Tuesday 2:34 PM] Gibbons, Peter
not yet, waiting for eng. It's in the hand-over doc, row 17.`,
    ids: ['cus_umbrella'],
  },
  {
    what: 'notes of a call',
    text: `Call 11/3 2:30-2:45pm w/ Dana (CFO @ Hooli), callback 415-555-0132 after 4pm PT.
- acct hooli-us, 2 subs: sub_h1 & sub_h2
- wants opt-out of auto-renewal on sub_h2 b/c over budget (~$12k)
- next steps: (1) send quote, (2) follow-up in 1-2 wks`,
    ids: ['hooli-us', 'sub_h1', 'sub_h2'],
  },
  {
    what: 'a Discord chat',
    text: `**jo#4821** — Today at 14:30
> sub_free-tier
isn't that the read-only one?
**mod-bot** BOT — Today at 14:31
🎫 Ticket created in #billing-help`,
    ids: ['sub_free-tier'],
    also: ['billing-help', 'mod-bot', 'jo#4821'],
  },
  {
    what: 'a question in one line',
    text: 'can u check 1042 pls its the 3rd time im asking',
    ids: ['1042'],
  },
  {
    what: 'a chat with several IDs a line',
    text: `ok so: INV-1042/INV-1043 → same customer (initech), sub_a/sub_b cancelled, sub_c not. Also 1044+1045?`,
    ids: ['INV-1042', 'INV-1043', 'sub_a', 'sub_b', 'sub_c'],
    also: ['1044+1045'],
  },
  {
    what: 'a Telegram chat of Russia',
    text: `Иван Петров, [03.11.2026 14:30]
Здравствуйте! Счёт № 1042 на 1 200,50 ₽ выставлен дважды, подписка sub_ru_5. Мой телефон 8 (912) 345-67-89, из-за этого какой-то сбой.`,
    ids: ['1042', 'sub_ru_5'],
  },
  {
    what: 'a LINE chat of Japan',
    text: `2026/11/03(火)
14:30 田中 太郎 お世話になっております。請求書番号1042の件です。
14:31 サポート ご契約IDを教えてください。
14:32 田中 太郎 sub_tanakaです。3名で12,000円のはずが、15,000円になっています。`,
    ids: ['1042', 'sub_tanaka'],
  },
  {
    what: 'a bot that repeats the form',
    text: `New form submission 🚀
Name: Jean-Luc Picard
Company: Starfleet
Phone: 1701-555-1234
Customer ID: starfleet_hq
Seats: 430
Reason: mis-billed, see invoice no 1701
Consent: yes (GDPR-compliant)`,
    ids: ['starfleet_hq', '1701'],
  },
]
