const urgentWords = ['broken', 'refund', 'urgent', 'cancel'];

export default {
  name: 'create_ticket',
  description: 'Hand a request over to a person of the sales team',
  parameters: {
    type: 'object',
    properties: {
      subject: { type: 'string', description: 'One line that says what it is about' },
      details: { type: 'string', description: 'What the customer wrote' },
    },
    required: ['subject'],
  },
  execute: async ({ subject, details = '' }) => {
    const text = `${subject} ${details}`.toLowerCase();
    const priority = urgentWords.some((word) => text.includes(word)) ? 'high' : 'normal';
    return { success: true, data: { subject: subject.trim(), details, priority, queue: 'sales' } };
  },
};
