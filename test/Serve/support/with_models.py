"""A server whose models answer by turns."""
import os

from scripted_models import ScriptedModels, by_turns
from serving import Server


def serve_with_models(agentc, work, *flags, key='key', **settings):
    """Models, the list of their turns, and a server at `work / 'state'` by the settings `work / 'models.json'`."""
    os.environ['MODEL_KEY'] = key
    turns = []
    models = ScriptedModels(by_turns(turns))
    file = work / 'models.json'
    file.write_text(models.settings(**settings))
    return models, turns, Server(agentc, work / 'state', '--models', str(file), *flags)
