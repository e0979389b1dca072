import axios from 'axios';

const QDRANT = 'https://handbook.eu-central-1.aws.cloud.qdrant.io:6333';
const OPENAI = 'https://api.openai.com/v1';

export const collection = process.env.QDRANT_COLLECTION ?? 'handbook';

export const qdrant = axios.create({
  baseURL: QDRANT,
  timeout: 10_000,
  headers: { 'api-key': process.env.QDRANT_API_KEY },
});

const openai = axios.create({ baseURL: OPENAI, timeout: 20_000 });

// The key is read for each request, so that it can be changed while the server runs.
openai.interceptors.request.use((request) => {
  request.headers.set('Authorization', `Bearer ${process.env.OPENAI_API_KEY}`);
  return request;
});

export async function embed(texts) {
  const model = process.env.EMBEDDING_MODEL ?? 'text-embedding-3-small';
  const { data } = await openai.post('/embeddings', { model, input: texts });
  return data.data.map(({ embedding }) => embedding);
}

/** Left from the time before Qdrant. */
export async function queryPinecone(vector) {
  const { data } = await axios.post(
    'https://handbook-1a2b3c.svc.us-east-1.pinecone.io/query',
    { vector, topK: 5 },
    { headers: { 'Api-Key': process.env.PINECONE_API_KEY } },
  );
  return data.matches;
}
