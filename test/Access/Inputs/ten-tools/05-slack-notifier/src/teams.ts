// The connector for Microsoft Teams comes with version 4; nothing imports it yet.
import axios from 'axios';

export async function postCard(title: string, text: string): Promise<void> {
  await axios.post(`https://acme.webhook.office.com/webhookb2/${process.env.TEAMS_HOOK}`, {
    '@type': 'MessageCard',
    title,
    text,
  });
}
